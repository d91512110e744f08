import { Button } from 'antd';
import { useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { uploadFileToServerOrBucket } from '#web/input/upload/upload-file-to-server-or-bucket.ts';
import { fileCdnUrl } from '#web/session/file-cdn-url.ts';
import { storeMember } from '#web/session/session.ts';
import { centrePicture, drawAvatar, movePicture, type PlacedPicture, zoomPicture } from './avatar-crop.ts';

const texts = {
  change: text('更换头像', 'Change picture'),
  title: text('裁剪头像', 'Crop picture'),
  ok: text('使用', 'Use'),
  zoom: text('缩放', 'Zoom'),
  view: text('拖动或用方向键移动图片', 'Drag or use the arrow keys to move the picture'),
  saved: text('头像已更新', 'Picture updated'),
  unreadable: text('无法读取该图片，请换一张', 'This picture cannot be read. Choose another'),
};

interface AvatarPartProps {
  info: { nickname?: unknown; username: string; avatar: string };
  onChanged(): void;
}

/** The avatar, with a dialog to choose another. */
export function AvatarWithChangeDialog({ info, onChanged }: AvatarPartProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<PlacedPicture>();
  const name = String(info.nickname || info.username);
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const image = new Image();
    image.src = URL.createObjectURL(file);
    try {
      await image.decode();
      setChosen(centrePicture(image));
    } catch {
      URL.revokeObjectURL(image.src);
      toast.error(t(texts.unreadable));
    }
  };
  const close = (): void => {
    if (chosen) URL.revokeObjectURL(chosen.image.src);
    setChosen(undefined);
  };
  return (
    <div className="xj-own-avatar">
      {info.avatar ? (
        <img src={fileCdnUrl(info.avatar)} alt="" />
      ) : (
        <span className="xj-own-avatar-none" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={t(texts.change)}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>{t(texts.change)}</Button>
      {chosen && <CropDialog chosen={chosen} onMove={setChosen} onClose={close} onDone={onChanged} />}
    </div>
  );
}

interface CropProps {
  chosen: PlacedPicture;
  onMove(next: PlacedPicture): void;
  onClose(): void;
  onDone(): void;
}

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, -8],
  ArrowDown: [0, 8],
};

function CropDialog({ chosen, onMove, onClose, onDone }: CropProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const { url } = await uploadFileToServerOrBucket(await drawAvatar(chosen), {});
      await post('/api/account/profile', { avatar: url }, { area: 'api' });
      storeMember({ avatar: url });
      toast.success(t(texts.saved));
      onClose();
      onDone();
    } catch (error) {
      // the error was shown; the chosen picture stays
      if (!isCancelled(error)) setBusy(false);
    }
  };
  const { image, scale, x, y } = chosen;
  return (
    <FormDialog
      title={t(texts.title)}
      okText={t(texts.ok)}
      busy={busy}
      dirty={false}
      width={360}
      onOk={() => void send()}
      onClose={onClose}
    >
      <div className="xj-crop">
        {/* biome-ignore lint/a11y/useSemanticElements: a picture that is moved is no fieldset */}
        <div
          className="xj-crop-view"
          role="group"
          aria-label={t(texts.view)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
          tabIndex={0}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) =>
            event.buttons === 1 && onMove(movePicture(chosen, event.movementX, event.movementY))
          }
          onKeyDown={(event) => {
            const step = steps[event.key];
            if (!step) return;
            event.preventDefault();
            onMove(movePicture(chosen, ...step));
          }}
        >
          <img
            src={image.src}
            alt=""
            style={{ width: image.naturalWidth * scale, left: x, top: y }}
            draggable={false}
          />
        </div>
        <label>
          {t(texts.zoom)}
          <input
            type="range"
            min={1}
            max={4}
            step={0.05}
            value={chosen.zoom}
            onChange={(event) => onMove(zoomPicture(chosen, Number(event.target.value)))}
          />
        </label>
      </div>
    </FormDialog>
  );
}
