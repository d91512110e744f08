import { useEffect, useRef, useState } from 'react';
import { nameFileTypes } from '#kernel/settings/allowed-file-types.ts';
import { text } from '#kernel/text/text.ts';
import { pdfOrOfdFormatOf } from '#web/cell/file/is-pdf-or-ofd-document.ts';
import { useDropZone } from '#web/feedback/use-drop-zone.ts';
import { appendQuery } from '#web/http/append-query.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { convertHeicToJpeg } from '#web/input/upload/convert-heic-to-jpeg.ts';
import {
  acceptAttribute,
  validateFileBeforeUpload,
} from '#web/input/upload/validate-file-type-and-size-before-upload.ts';

const texts = {
  choose: text('选择或拍摄照片', 'Choose or take a photo'),
  replace: text('换一张', 'Replace'),
  remove: text('移除', 'Remove'),
  sending: text('正在上传…', 'Uploading…'),
  done: text('已上传', 'Uploaded'),
  failed: text('上传失败，请重试', 'Upload failed. Please try again'),
  limit: text('{types}，不超过 10 MB', '{types}, up to 10 MB'),
  drop: text('也可拖放到此处', 'or drop it here'),
  picture: text('{label}预览', 'Preview of {label}'),
} as const;

const maxsize = 10 * 1024 * 1024;

interface MaterialInputProps extends FieldInputProps {
  /** Ticket of the verified mobile, required for uploads. */
  readonly ticket: string;
  /** Previews of uploaded pictures by URL: private files cannot be opened before sign-in. */
  readonly previews: Map<string, string>;
  onExpired(): void;
}

/** Uploads one picture of an applicant: chosen, taken with the camera, or dropped. Previewed from the device. */
export function ApplicationPictureUploadInput({ ticket, previews, onExpired, ...props }: MaterialInputProps) {
  const { id, field, value, onChange, invalid, describedBy } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const accept = typeof field.options.accept === 'string' ? field.options.accept : 'jpg,jpeg,png,webp';
  const { send, busy, problem } = useMaterialUpload({ accept, ticket, previews, onExpired, onChange });
  const label = translate(field.label);
  const url = typeof value === 'string' ? value : '';
  const preview = pdfOrOfdFormatOf(url) ? undefined : previews.get(url);
  const drop = useDropZone((files) => void send(files[0]));

  return (
    <fieldset
      className="xj-bare-fieldset xj-material"
      aria-labelledby={`${id}-label`}
      data-invalid={invalid || undefined}
      {...drop}
    >
      <div className="xj-material-picture">
        {preview ? <img src={preview} alt={translate(texts.picture, { label })} /> : <Placeholder sent={url !== ''} />}
      </div>
      <div className="xj-material-side">
        <div className="xj-material-buttons">
          <button
            type="button"
            id={id}
            className="xj-button"
            aria-busy={busy}
            aria-invalid={invalid || undefined}
            aria-labelledby={`${id}-label ${id}`}
            aria-describedby={describedBy}
            onClick={() => chooser.current?.click()}
          >
            {translate(busy ? texts.sending : url ? texts.replace : texts.choose)}
          </button>
          {url && !busy && (
            <button
              type="button"
              className="xj-button"
              data-tone="quiet"
              aria-label={`${translate(texts.remove)} ${label}`}
              onClick={() => onChange(null)}
            >
              {translate(texts.remove)}
            </button>
          )}
        </div>
        <p className="xj-material-note" role="status">
          {url && !busy
            ? `✓ ${translate(texts.done)}`
            : `${translate(texts.limit, { types: translate(nameFileTypes(accept)) })} · ${translate(texts.drop)}`}
        </p>
        {problem && (
          <p className="xj-form-field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        tabIndex={-1}
        accept={acceptAttribute(accept)}
        onChange={(event) => {
          void send(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </fieldset>
  );
}

/** A tick for an uploaded picture without preview, else an empty frame. */
function Placeholder({ sent }: { sent: boolean }) {
  return (
    <svg
      width="34"
      height="34"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      aria-hidden="true"
    >
      {sent ? (
        <path d="M4 4h16v16H4zM8 12.5l2.8 2.8L16.5 9" />
      ) : (
        <path d="M4 4h16v16H4zM4 16l5-5 4 4 3-3 4 4M15.5 8.2v.01" />
      )}
    </svg>
  );
}

interface UploadOptions extends Pick<MaterialInputProps, 'ticket' | 'previews' | 'onExpired' | 'onChange'> {
  /** Extensions, separated by commas. */
  readonly accept: string;
}

/** Uploads one picture; passes its URL to `onChange` and its preview to `previews`. */
function useMaterialUpload({ accept, ticket, previews, onExpired, onChange }: UploadOptions) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const send = async (chosen: File | undefined) => {
    if (!chosen || busy) return;
    const file = await convertHeicToJpeg(chosen, { accept });
    const refusal = validateFileBeforeUpload(file, { accept, maxsize });
    if (refusal) {
      setProblem(translate(refusal));
      return;
    }
    setBusy(true);
    setProblem(undefined);
    const form = new FormData();
    form.append('file', file);
    try {
      const sent = await post<{ file: { url: string } }>(appendQuery('/api/enterprise/upload', { ticket }), form, {
        quiet: true,
        area: 'api',
      });
      previews.set(sent.file.url, URL.createObjectURL(file));
      onChange(sent.file.url);
    } catch (error) {
      if (isCancelled(error)) return;
      if ((error as { data?: { ticket?: string } }).data?.ticket === 'expired') onExpired();
      if (shown.current) setProblem(error instanceof Error && error.message ? error.message : translate(texts.failed));
    } finally {
      if (shown.current) setBusy(false);
    }
  };
  return { send, busy, problem };
}
