import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import './opinion-panels.css';

const texts = {
  drafted: text('{at} 起草', 'Drafted {at}'),
  approved: text('{at} 批准', 'Approved {at}'),
  pending: text('尚未批准', 'Not approved yet'),
} as const;

/** The text that goes out, above everything else while it is approved, returned or published. */
export default function DraftedResponseTextPanel({ row }: RecordPanelProps) {
  const t = useText();
  const { response_text, drafted_at, approved_at } = row;
  return (
    <>
      <blockquote className="xj-opinion-response">{String(response_text)}</blockquote>
      <small>
        {typeof drafted_at === 'number' && `${t(texts.drafted, { at: formatMinute(drafted_at) })} · `}
        {typeof approved_at === 'number' ? t(texts.approved, { at: formatMinute(approved_at) }) : t(texts.pending)}
      </small>
    </>
  );
}
