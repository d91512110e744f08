import { useState } from 'react';
import type { Fields } from '#kernel/field.ts';
import type { Text } from '#kernel/text.ts';
import { AskDialog } from '#web/form/ask-dialog.tsx';
import { FieldForm } from '#web/form/field-form.tsx';
import { givenValues } from '#web/form/form-values.ts';
import { useFieldForm } from '#web/form/use-field-form.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { speak } from '#web/i18n/locale.ts';

interface CodeDialogProps {
  title: string;
  lead: string;
  okText: Text;
  fields: Fields;
  path: string;
  /** Sent besides what is typed. */
  about: Readonly<Record<string, unknown>>;
  danger?: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for codes that came by SMS. What is wrong stands at its field; what was typed stays. */
export function CodeDialog({ title, lead, okText, fields, path, about, danger, onDone, onClose }: CodeDialogProps) {
  const form = useFieldForm(fields);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    if (!form.check()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const told = { ...about, ...givenValues(form.values) };
      await post(path, told, { area: 'api', quiet: true, successMessage: true });
      onDone();
    } catch (error) {
      if (isCancelled(error)) return;
      if (!(error instanceof WireError)) throw error;
      const others = form.refuse(error.errors);
      if (!error.errors || others.length > 0) setProblem([error.message, ...others].join(' '));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AskDialog
      title={title}
      okText={speak(okText)}
      danger={danger ?? false}
      busy={busy}
      dirty={form.dirty}
      onOk={() => void send()}
      onClose={onClose}
    >
      <p>{lead}</p>
      {problem && (
        <p className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <FieldForm form={form} disabled={busy} />
    </AskDialog>
  );
}
