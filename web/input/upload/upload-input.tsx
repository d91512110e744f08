import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { FileCell } from '#web/cell/file/file-cell.tsx';
import { PictureCell } from '#web/cell/file/picture-cell.tsx';
import { displayedFileName } from '#web/cell/file/uploaded-file-name.ts';
import { useFileLinks } from '#web/cell/file/use-file-links.ts';
import { useDropZone } from '#web/feedback/use-drop-zone.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { UploadsInProgressList } from '#web/input/upload/uploads-in-progress-list.tsx';
import { useFilesOfUploadField } from '#web/input/upload/use-files-of-upload-field.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { isSignedIn } from '#web/session/session.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';
import { acceptAttribute } from './validate-file-type-and-size-before-upload.ts';
import '../control/bare-fieldset.css';
import '../control/input.css';

const ExistingFilePicker = lazy(() => import('#web/input/upload/existing-file-picker.tsx'));

const texts = {
  there: text('选择已有', 'Choose existing'),
  file: text('选择文件', 'Choose file'),
  shoot: text('拍照', 'Take photo'),
  gallery: text('从相册或文件选择', 'Choose from album or files'),
  image: text('上传图片', 'Upload picture'),
  drop: text('或拖放到此处', 'or drop files here'),
  remove: text('移除 {name}', 'Remove {name}'),
  limit: text('{types}，每个不超过 {size}', '{types}, at most {size} each'),
  size: text('每个不超过 {size}', 'At most {size} each'),
};

const megabytes = (bytes: number) => `${Number((bytes / 1_048_576).toFixed(1))} MB`;

/** Files or pictures: chosen or dropped, checked before they are sent, shown with their progress. */
export default function UploadInput(props: FieldInputProps) {
  const { id, field, onBlur, disabled = false, invalid, describedBy } = props;
  const { uploads, urls, several, pictures, isPrivate, accept, room, full, take, add, remove } =
    useFilesOfUploadField(props);
  const { limits, problem } = uploads;
  const [picking, setPicking] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const acceptedTypes = acceptAttribute(accept ?? limits.mimetype ?? '*') ?? '';
  const choose = (camera: boolean) => {
    const input = chooser.current;
    if (!input) return;
    if (camera) input.setAttribute('capture', 'environment');
    else input.removeAttribute('capture');
    input.accept = camera ? 'image/*' : acceptedTypes;
    input.click();
  };
  const drop = useDropZone(take, !disabled && !full);
  const types = accept?.includes('*') ? undefined : accept?.replaceAll(',', ' / ');
  const size = limits.maxsize ? megabytes(limits.maxsize) : undefined;
  return (
    <fieldset
      className="xj-bare-fieldset xj-upload"
      data-invalid={invalid || undefined}
      aria-labelledby={`${id}-label`}
      aria-describedby={[describedBy, problem ? problemId : undefined].filter(Boolean).join(' ') || undefined}
      onBlur={onBlur}
      {...drop}
    >
      <UploadedFiles {...{ urls, pictures, disabled }} label={translate(field.label)} onRemove={remove} />
      <UploadsInProgressList {...uploads} />
      <UploadButtons
        {...{ id, pictures }}
        disabled={disabled || full}
        note={size ? translate(types ? texts.limit : texts.size, { types, size }) : types}
        onChoose={choose}
        onPick={() => setPicking(true)}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={several}
        accept={acceptedTypes}
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      {picking && (
        <Suspense fallback={null}>
          <ExistingFilePicker
            accept={accept ?? '*'}
            isPrivate={isPrivate}
            room={room}
            onClose={() => setPicking(false)}
            onChoose={(chosen) => {
              setPicking(false);
              add(chosen);
            }}
          />
        </Suspense>
      )}
      {problem && (
        <p id={problemId} className="xj-form-field-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

interface UploadedFilesProps {
  readonly urls: readonly string[];
  readonly label: string;
  readonly pictures: boolean;
  readonly disabled: boolean;
  onRemove(url: string): void;
}

/** The files of a field, each with a button that removes it. */
function UploadedFiles({ urls, label, pictures, disabled, onRemove }: UploadedFilesProps) {
  useFileLinks(urls); // they bring the names
  if (urls.length === 0) return null;
  return (
    <ul className="xj-upload-list">
      {urls.map((url) => (
        <li key={url}>
          {pictures ? <PictureCell urls={[url]} label={label} large /> : <FileCell urls={[url]} />}
          <Button
            type="text"
            size="small"
            disabled={disabled}
            aria-label={translate(texts.remove, { name: displayedFileName(url) })}
            onClick={() => onRemove(url)}
          >
            ×
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface UploadButtonsProps {
  readonly id: string;
  readonly pictures: boolean;
  readonly disabled: boolean;
  /** The types and the size that the field accepts. */
  readonly note: ReactNode;
  onChoose(camera: boolean): void;
  /** Opens the choice of stored files. */
  onPick(): void;
}

/** Buttons that add a file. On a phone the camera comes first for pictures, and the gallery has a button of its own. */
function UploadButtons({ id, pictures, disabled, note, onChoose, onPick }: UploadButtonsProps) {
  const shoots = useIsPhone() && pictures;
  return (
    <div className="xj-upload-choose">
      {shoots && (
        <Button id={id} type="primary" disabled={disabled} onClick={() => onChoose(true)}>
          {translate(texts.shoot)}
        </Button>
      )}
      <Button {...(shoots ? {} : { id })} disabled={disabled} onClick={() => onChoose(false)}>
        {translate(shoots ? texts.gallery : pictures ? texts.image : texts.file)}
      </Button>
      {isSignedIn(currentArea()) && (
        <Button disabled={disabled} onClick={onPick}>
          {translate(texts.there)}
        </Button>
      )}
      <span className="xj-upload-note">
        <span className="xj-upload-drop">{note ? `${translate(texts.drop)} · ` : translate(texts.drop)}</span>
        {note}
      </span>
    </div>
  );
}
