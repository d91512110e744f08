import { Button } from 'antd';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { holdsPictures, holdsSeveral } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { FileCell } from '#web/cell/file-cell.tsx';
import { fileName } from '#web/cell/file-name.ts';
import { PictureCell } from '#web/cell/picture-cell.tsx';
import { useDropZone } from '#web/feedback/use-drop-zone.ts';
import { translate } from '#web/i18n/locale.ts';
import type { InputProps } from '#web/input/input-props.ts';
import { SendingList } from '#web/input/sending-list.tsx';
import { acceptAttribute } from '#web/input/upload-check.ts';
import { useUploads } from '#web/input/use-uploads.ts';
import { currentArea } from '#web/session/area.ts';
import { isSignedIn } from '#web/session/session.ts';
import { useIsPhone } from '#web/theme/use-media.ts';
import './bare-fieldset.css';
import './input.css';

const FilePicker = lazy(() => import('#web/input/file-picker.tsx'));

const texts = {
  there: text('选择已有', 'Choose existing'),
  file: text('选择文件', 'Choose file'),
  shoot: text('拍照', 'Take photo'),
  gallery: text('从相册或文件选择', 'Choose from album or files'),
  image: text('上传图片', 'Upload picture'),
  drop: text('或拖放到此处', 'or drop files here'),
  remove: text('移除 {name}', 'Remove {name}'),
  tooMany: text(
    '最多 {max} 个文件，没有上传：{names}。可先移除已有的再选',
    'At most {max} {max|file|files}. Not uploaded: {names}. Remove one of those above first',
  ),
  and: text('、', ', '),
  limit: text('{types}，每个不超过 {size}', '{types}, at most {size} each'),
  size: text('每个不超过 {size}', 'At most {size} each'),
};

const mostFiles = 9;

const megabytes = (bytes: number) => `${Number((bytes / 1_048_576).toFixed(1))} MB`;

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? value.split(',') : [];

/** Files or pictures: chosen or dropped, checked before they are sent, shown with their progress. */
export default function UploadInput(props: InputProps) {
  const { id, field, value, onChange, onBlur, disabled, invalid, describedBy } = props;
  const several = holdsSeveral(field);
  const pictures = holdsPictures(field);
  const max = several ? (typeof field.options.max === 'number' ? field.options.max : mostFiles) : 1;
  const accept = typeof field.options.accept === 'string' ? field.options.accept : pictures ? 'image/*' : undefined;
  const uploads = useUploads({
    of: props.of && `${props.of}.${props.name}`,
    isPrivate: field.options.private === true,
    accept,
  });
  const { limits, sending, problem, setProblem } = uploads;

  const urls = listOf(value);
  // Several uploads end in any order: each adds to what is there by then, not to what was there when it began.
  const current = useRef(urls);
  current.current = urls;
  const [picking, setPicking] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const setUrls = (next: string[]) => {
    current.current = next;
    onChange(several ? next : (next[0] ?? null));
  };

  const send = async (file: File) => {
    const sent = await uploads.send(file);
    if (sent) setUrls(several ? [...new Set([...current.current, sent.url])] : [sent.url]);
  };

  const take = (files: FileList | null) => {
    setProblem(undefined);
    const chosen = [...(files ?? [])];
    const room = several ? max - current.current.length - sending.length : 1;
    const accepted = chosen.slice(0, Math.max(0, room));
    const left = chosen.slice(accepted.length).map(({ name }) => name);
    if (left.length > 0)
      setProblem(translate(texts.tooMany, { max: several ? max : 1, names: left.join(translate(texts.and)) }));
    for (const file of accepted) void send(file);
  };

  // a phone has its camera at hand; where a page was photographed before, it lies in the gallery
  const shoots = useIsPhone() && pictures;
  const choose = (camera: boolean) => {
    const input = chooser.current;
    if (!input) return;
    if (camera) input.setAttribute('capture', 'environment');
    else input.removeAttribute('capture');
    input.accept = camera ? 'image/*' : acceptedTypes;
    input.click();
  };
  const acceptedTypes = acceptAttribute(accept ?? limits.mimetype ?? '*') ?? '';
  const full = several && urls.length + sending.length >= max;
  const drop = useDropZone(take, !disabled && !full);
  const types = accept?.includes('*') ? undefined : accept?.replaceAll(',', ' / ');
  const size = limits.maxsize ? megabytes(limits.maxsize) : undefined;
  const note = size ? translate(types ? texts.limit : texts.size, { types, size }) : types;
  return (
    <fieldset
      className="xj-bare-fieldset xj-upload"
      data-invalid={invalid || undefined}
      aria-labelledby={`${id}-label`}
      aria-describedby={[describedBy, problem ? problemId : undefined].filter(Boolean).join(' ') || undefined}
      onBlur={onBlur}
      {...drop}
    >
      {urls.length > 0 && (
        <ul className="xj-upload-list">
          {urls.map((url) => (
            <li key={url}>
              {pictures ? <PictureCell urls={[url]} label={translate(field.label)} large /> : <FileCell urls={[url]} />}
              <Button
                type="text"
                size="small"
                disabled={disabled}
                aria-label={translate(texts.remove, { name: fileName(url) })}
                onClick={() => setUrls(urls.filter((one) => one !== url))}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      <SendingList {...uploads} />
      <div className="xj-upload-choose">
        {shoots && (
          <Button id={id} type="primary" disabled={(disabled ?? false) || full} onClick={() => choose(true)}>
            {translate(texts.shoot)}
          </Button>
        )}
        <Button {...(shoots ? {} : { id })} disabled={(disabled ?? false) || full} onClick={() => choose(false)}>
          {translate(shoots ? texts.gallery : pictures ? texts.image : texts.file)}
        </Button>
        {isSignedIn(currentArea()) && (
          <Button disabled={(disabled ?? false) || full} onClick={() => setPicking(true)}>
            {translate(texts.there)}
          </Button>
        )}
        <span className="xj-upload-note">
          <span className="xj-upload-drop">{note ? `${translate(texts.drop)} · ` : translate(texts.drop)}</span>
          {note}
        </span>
      </div>
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
          <FilePicker
            accept={accept ?? '*'}
            isPrivate={field.options.private === true}
            room={several ? max - urls.length - sending.length : 1}
            onClose={() => setPicking(false)}
            onChoose={(chosen) => {
              setPicking(false);
              setProblem(undefined);
              setUrls(several ? [...new Set([...current.current, ...chosen])].slice(0, max) : chosen.slice(0, 1));
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
