import { useId } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { ChooseFilesButton } from '#web/input/upload/choose-files-button.tsx';
import { complaintLimits } from '../../contract/complaint-select-options-applicable-rule-and-limits.ts';
import type { ComplaintEvidence, ComplaintEvidenceFile } from './use-complaint-evidence-upload.ts';

const texts = {
  label: text('证据（选填）', 'Evidence (optional)'),
  hint: text(
    '照片、PDF、录音或录像，至多 {n} 个；照片在本机缩小后分段上传，断线可续传',
    'Pictures, PDF, audio or video, {n} {n|file|files} at most. Pictures are made smaller on this device and sent in pieces, so that a broken connection loses nothing',
  ),
  remove: text('移除 {name}', 'Remove {name}'),
  retry: text('重传 {name}', 'Send {name} again'),
  again: text('重传', 'Retry'),
  sending: text('正在上传 {name}', 'Sending {name}'),
  preparing: text('正在处理', 'Preparing'),
  waiting: text('提交时上传', 'Sent with the form'),
  sent: text('已上传', 'Sent'),
  lost: text('等待网络恢复', 'Waiting for the connection'),
  failed: text('没有传完', 'Not sent'),
} as const;

const kilobytes = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

interface EvidencePickerProps {
  readonly evidence: ComplaintEvidence;
  readonly error: string | undefined;
}

/** Files that a complainant attaches. */
export function ComplaintEvidencePicker({ evidence, error }: EvidencePickerProps) {
  const t = useText();
  const id = useId();
  const { files } = evidence;
  return (
    <div className="xj-field" data-invalid={error ? '' : undefined}>
      <label htmlFor={id}>{t(texts.label)}</label>
      <ChooseFilesButton
        id={id}
        accept="image/*,application/pdf,audio/*,video/mp4"
        disabled={files.length >= complaintLimits.files}
        describedBy={`${id}-note`}
        onChoose={(chosen) => void evidence.add(chosen)}
      />
      <p className="xj-field-note" id={`${id}-note`}>
        {error ?? t(texts.hint, { n: complaintLimits.files })}
      </p>
      {files.length > 0 && (
        <ul className="xj-complaint-files">
          {files.map((file) => (
            <EvidenceLine key={file.id} file={file} evidence={evidence} />
          ))}
        </ul>
      )}
    </div>
  );
}

function EvidenceLine({ file, evidence }: { file: ComplaintEvidenceFile; evidence: ComplaintEvidence }) {
  const t = useText();
  const { id, name, state, part, error, content } = file;
  return (
    <li data-state={state}>
      <span>
        {name} <small>{kilobytes(content.size)}</small>
      </span>
      {state === 'sending' ? (
        <progress value={part} max={1} aria-label={t(texts.sending, { name })} />
      ) : (
        <small>{state === 'failed' && error ? error : t(texts[state])}</small>
      )}
      {state === 'failed' && evidence.retry && (
        <button
          type="button"
          className="xj-button"
          aria-label={t(texts.retry, { name })}
          onClick={() => evidence.retry?.(id)}
        >
          {t(texts.again)}
        </button>
      )}
      <button
        type="button"
        className="xj-button"
        data-tone="quiet"
        aria-label={t(texts.remove, { name })}
        onClick={() => evidence.remove(id)}
      >
        ×
      </button>
    </li>
  );
}
