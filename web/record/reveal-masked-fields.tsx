import { Button } from 'antd';
import { useEffect, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { readFormDraft, storeFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { isCancelled } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { TextArea } from '#web/input/control/text-password-and-textarea-inputs.tsx';
import { type RowValues, revealFields } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

const texts = {
  reveal: text('查看敏感信息', 'View sensitive data'),
  hide: text('隐藏（{n} 秒后自动隐藏）', 'Hide (hidden in {n} s)'),
  title: text('查看敏感信息', 'View sensitive data'),
  body: text(
    '查看会被记录。请写明事由，信息显示 60 秒。',
    'Viewing is recorded. Enter a reason; the data is shown for 60 seconds.',
  ),
  reason: text('事由', 'Reason'),
};

const reasonFields = { reason: field.textarea(texts.reason) };

/** Seconds for which revealed personal data stays visible. */
const shownFor = 60;
const shortest = 2;

interface RevealedFields {
  readonly values: RowValues;
  readonly left: number;
  show(values: RowValues): void;
  hide(): void;
}

/**
 * Revealed personal data, hidden again after a while. Use it in a component that is mounted anew for every record.
 */
export function useRevealedFields(): RevealedFields {
  const [values, setValues] = useState<RowValues>({});
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => {
      if (left === 1) setValues({});
      setLeft(left - 1);
    }, 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return {
    values,
    left,
    show: (next) => {
      setValues(next);
      setLeft(shownFor);
    },
    hide: () => {
      setValues({});
      setLeft(0);
    },
  };
}

interface RevealButtonProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly fields: readonly string[];
  readonly revealed: RevealedFields;
}

/** A button that prompts for a reason, then shows the masked fields of a row for a while. */
export function RevealButton({ resource, row, fields, revealed }: RevealButtonProps) {
  const [asking, setAsking] = useState(false);
  const draft = `${resource.name}/reveal ${row.id}`;
  const [reason, setReason] = useState(() => String(readFormDraft(draft, reasonFields)?.reason ?? ''));
  useEffect(() => storeFormDraft(draft, reasonFields, { reason }), [draft, reason]);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (revealed.left > 0) {
    return (
      <Button size="small" onClick={revealed.hide}>
        {translate(texts.hide, { n: revealed.left })}
      </Button>
    );
  }
  const reveal = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      revealed.show(await revealFields(resource, row.id, fields, reason.trim()));
      setAsking(false);
      setReason('');
    } catch (error) {
      if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {translate(texts.reveal)}
      </Button>
      {asking && (
        <FormDialog
          title={translate(texts.title)}
          okText={translate(texts.reveal)}
          width={440}
          busy={busy}
          disabled={reason.trim().length < shortest}
          dirty={reason.trim() !== ''}
          draft
          className="xj-reveal"
          onOk={() => void reveal()}
          onClose={() => setAsking(false)}
        >
          <p id={`reveal-${row.id}`}>{translate(texts.body)}</p>
          <TextArea
            aria-label={translate(texts.reason)}
            aria-describedby={`reveal-${row.id}`}
            value={reason}
            maxLength={200}
            autoSize={{ minRows: 2 }}
            onChange={(event) => setReason(event.target.value)}
          />
          {problem && (
            <p className="xj-form-field-error" role="alert">
              {problem}
            </p>
          )}
        </FormDialog>
      )}
    </>
  );
}
