import { useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { OperationPicture } from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import { downscalePictureAndHashOriginal } from '../kit/downscale-picture-and-hash-original.ts';
import { storePictureForOperation } from '../kit/field-kit-state-and-actions.ts';

const texts = {
  take: text('拍照', 'Take a picture'),
  picture: text('照片 {n}', 'Picture {n}'),
  remove: text('移除照片 {n}', 'Remove picture {n}'),
  bad: text('这张照片不能读取', 'This picture cannot be read'),
  there: text('已上传', 'Uploaded'),
} as const;

const most = 9;

/** Pictures of the camera: reduced, with the hash of the original, and stored before they are shown. */
export function CameraPicturesInput({
  check,
  value,
  onChange,
}: {
  check: number;
  value: readonly OperationPicture[];
  /** What becomes of the pictures that are there by then: one is stored a while after it was taken. */
  onChange(change: (pictures: readonly OperationPicture[]) => readonly OperationPicture[]): void;
}) {
  const t = useText();
  const [previews, setPreviews] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const addresses = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const address of addresses.current) URL.revokeObjectURL(address);
    },
    [],
  );
  const add = async (files: FileList | null): Promise<void> => {
    setBusy(true);
    setProblem('');
    const added: OperationPicture[] = [];
    for (const file of [...(files ?? [])].slice(0, most - value.length))
      try {
        const { bytes, ...picture } = await downscalePictureAndHashOriginal(file);
        if (await storePictureForOperation(check, { ...picture, bytes })) {
          added.push(picture);
          const address = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
          addresses.current.push(address);
          setPreviews((before) => ({ ...before, [picture.sha256]: address }));
        }
      } catch {
        setProblem(t(texts.bad));
      }
    setBusy(false);
    if (added.length > 0) onChange((present) => [...present, ...added]);
  };
  return (
    <div className="xj-kit-pictures">
      {value.map(({ sha256 }, at) => (
        <button
          key={sha256}
          type="button"
          aria-label={t(texts.remove, { n: at + 1 })}
          onClick={() => onChange((present) => present.filter((one) => one.sha256 !== sha256))}
        >
          {previews[sha256] ? (
            <img src={previews[sha256]} alt={t(texts.picture, { n: at + 1 })} />
          ) : (
            <span>{t(texts.picture, { n: at + 1 })}</span>
          )}
          <span aria-hidden="true">×</span>
        </button>
      ))}
      <label className="xj-button" aria-busy={busy}>
        {t(texts.take)}
        <input
          className="xj-visually-hidden"
          type="file"
          accept="image/*"
          capture="environment"
          disabled={busy || value.length >= most}
          onChange={(event) => {
            void add(event.target.files);
            event.target.value = '';
          }}
        />
      </label>
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}
