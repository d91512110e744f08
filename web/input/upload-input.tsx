import { Button, Progress } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { text } from '#kernel/text.ts';
import { fileName } from '#web/cell/file-cell.tsx';
import { PictureCell } from '#web/cell/picture-cell.tsx';
import { speak } from '#web/i18n/locale.ts';
import type { InputProps } from '#web/input/input-props.ts';
import { sendFile } from '#web/input/send-file.ts';
import { acceptAttribute, checkUpload, type UploadLimits } from '#web/input/upload-check.ts';
import { useSiteConfig } from '#web/session/session.ts';
import './bare-fieldset.css';
import './input.css';

const words = {
  file: text('选择文件', 'Choose a file'),
  image: text('上传图片', 'Upload a picture'),
  drop: text('或拖放到此处', 'or drop it here'),
  remove: text('移除 {name}', 'Remove {name}'),
  failed: text('上传失败，请重试', 'The upload failed, please try again'),
  tooMany: text('最多 {max} 个文件', 'At most {max} files'),
  sending: text('正在上传 {name}', 'Uploading {name}'),
  limit: text('{types}，每个不超过 {size}', '{types}, at most {size} each'),
  size: text('每个不超过 {size}', 'At most {size} each'),
};

interface Sending {
  key: number;
  name: string;
  part: number;
}

const mostFiles = 9;

const megabytes = (bytes: number) => `${Number((bytes / 1_048_576).toFixed(1))} MB`;

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? value.split(',') : [];

/** Files or pictures: chosen or dropped, checked before they are sent, shown with their progress. */
export default function UploadInput(props: InputProps) {
  const { id, field, value, onChange, onBlur, disabled, invalid, describedBy, area = 'admin' } = props;
  const several = field.kind === 'files' || field.kind === 'images';
  const pictures = field.kind === 'image' || field.kind === 'images';
  const max = several ? (typeof field.options.max === 'number' ? field.options.max : mostFiles) : 1;
  const site = useSiteConfig()?.upload;
  const accept = typeof field.options.accept === 'string' ? field.options.accept : pictures ? 'image/*' : undefined;
  const limits: UploadLimits = {
    ...(site?.mimetype ? { mimetype: site.mimetype } : {}),
    ...(site?.maxsize ? { maxsize: site.maxsize } : {}),
    ...(accept ? { accept } : {}),
  };

  const urls = listOf(value);
  // Several uploads end in any order: each adds to what is there by then, not to what was there when it began.
  const current = useRef(urls);
  current.current = urls;
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);

  const keep = (next: string[]) => {
    current.current = next;
    onChange(several ? next : (next[0] ?? null));
  };

  const send = async (file: File) => {
    const refusal = checkUpload(file, limits);
    if (refusal) {
      setProblem(`${file.name}: ${speak(refusal)}`);
      return;
    }
    const key = Date.now() + Math.random();
    setSending((all) => [...all, { key, name: file.name, part: 0 }]);
    try {
      const sent = await sendFile(file, {
        area,
        isPrivate: field.options.private === true,
        signal: stop.current.signal,
        onProgress: (part) => setSending((all) => all.map((one) => (one.key === key ? { ...one, part } : one))),
      });
      keep(several ? [...new Set([...current.current, sent.url])] : [sent.url]);
    } catch (error) {
      if (!stop.current.signal.aborted) {
        setProblem(`${file.name}: ${error instanceof Error && error.message ? error.message : speak(words.failed)}`);
      }
    } finally {
      setSending((all) => all.filter((one) => one.key !== key));
    }
  };

  const take = (files: FileList | null) => {
    setProblem(undefined);
    const chosen = [...(files ?? [])];
    const room = several ? max - current.current.length - sending.length : 1;
    if (chosen.length > room) setProblem(speak(words.tooMany, { max }));
    for (const file of chosen.slice(0, Math.max(0, room))) void send(file);
  };

  const full = several && urls.length + sending.length >= max;
  const types = accept?.includes('*') ? undefined : accept?.replaceAll(',', ' / ');
  const size = limits.maxsize ? megabytes(limits.maxsize) : undefined;
  const note = size ? speak(types ? words.limit : words.size, { types, size }) : types;
  return (
    <fieldset
      className="xj-bare-fieldset xj-upload"
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      aria-labelledby={`${id}-label`}
      aria-describedby={[describedBy, problem ? problemId : undefined].filter(Boolean).join(' ') || undefined}
      onBlur={onBlur}
      onDragOver={(event) => {
        event.preventDefault();
        if (!disabled && !full) setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled && !full) take(event.dataTransfer.files);
      }}
    >
      {urls.length > 0 && (
        <ul className="xj-upload-list">
          {urls.map((url) => (
            <li key={url}>
              {pictures ? (
                <PictureCell urls={[url]} label={speak(field.label)} large />
              ) : (
                <a href={url} target="_blank" rel="noreferrer noopener">
                  {fileName(url)}
                </a>
              )}
              <Button
                type="text"
                size="small"
                disabled={disabled}
                aria-label={speak(words.remove, { name: fileName(url) })}
                onClick={() => keep(urls.filter((one) => one !== url))}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      {sending.map(({ key, name, part }) => (
        <div key={key} className="xj-upload-progress" role="status">
          <span>{speak(words.sending, { name })}</span>
          <Progress percent={Math.round(part * 100)} size="small" aria-label={name} />
        </div>
      ))}
      <div className="xj-upload-choose">
        <Button id={id} disabled={(disabled ?? false) || full} onClick={() => chooser.current?.click()}>
          {speak(pictures ? words.image : words.file)}
        </Button>
        <span className="xj-upload-note">
          <span className="xj-upload-drop">{speak(words.drop)} </span>
          {note}
        </span>
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={several}
        accept={acceptAttribute(accept ?? site?.mimetype ?? '*')}
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      {problem && (
        <p id={problemId} className="xj-form-field-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
