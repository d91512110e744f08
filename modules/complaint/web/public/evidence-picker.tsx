import { useId } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { complaintLimits } from '../contract/complaint-options.ts';

const texts = {
  label: text('证据（选填）', 'Evidence (optional)'),
  hint: text(
    '照片、PDF、录音或录像，至多 {n} 个，每个不超过 10 MB',
    'Pictures, PDF, audio or video, {n} {n|file|files} at most, up to 10 MB each',
  ),
  remove: text('移除 {name}', 'Remove {name}'),
  sent: text('已上传', 'Uploaded'),
} as const;

/** A file chosen as evidence; `url` once it is uploaded, so that it is not sent twice. */
export interface ChosenFile {
  readonly file: File;
  readonly url?: string;
}

interface EvidencePickerProps {
  readonly files: readonly ChosenFile[];
  readonly error: string | undefined;
  onFiles(files: readonly ChosenFile[]): void;
}

/** Files that a complainant attaches. They are uploaded when the complaint is sent. */
export function EvidencePicker({ files, error, onFiles }: EvidencePickerProps) {
  const t = useText();
  const id = useId();
  return (
    <div className="xj-field" data-invalid={error ? '' : undefined}>
      <label htmlFor={id}>{t(texts.label)}</label>
      <input
        id={id}
        type="file"
        name="files"
        multiple
        accept="image/*,application/pdf,audio/*,video/mp4"
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          const added = [...(event.target.files ?? [])].map((file) => ({ file }));
          onFiles([...files, ...added].slice(0, complaintLimits.files));
          event.target.value = '';
        }}
      />
      <p className="xj-field-note" id={`${id}-note`}>
        {error ?? t(texts.hint, { n: complaintLimits.files })}
      </p>
      {files.length > 0 && (
        <ul className="xj-complaint-files">
          {files.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <li key={place}>
              <span>{one.file.name}</span>
              {one.url && <small>{t(texts.sent)}</small>}
              <button
                type="button"
                className="xj-button"
                data-tone="quiet"
                aria-label={t(texts.remove, { name: one.file.name })}
                onClick={() => onFiles(files.filter((_, at) => at !== place))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
