import { type ReactNode, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import { valuesOfNewRowToSend } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { dropFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { FormDialog } from './dialog-with-form.tsx';

interface SentDialogProps {
  title: string;
  /** Above the fields. */
  lead: ReactNode;
  okText: string;
  fields: Fields;
  path: `/${string}`;
  area: 'admin' | 'api';
  /** Sent besides the fields. */
  about?: Readonly<Record<string, unknown>>;
  danger?: boolean;
  /** The values expire within minutes, such as a code: no draft is stored. */
  fleeting?: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** A dialog whose fields are posted to a call of their own. Errors are shown at their fields, and the values stay. */
export function DialogFormOfApiCall({
  title,
  lead,
  okText,
  fields,
  path,
  area,
  about,
  danger,
  fleeting = false,
  onDone,
  onClose,
}: SentDialogProps) {
  const draft = `${path} ${JSON.stringify(about ?? {})}`;
  const form = useFormState(fields, fleeting ? {} : { draft });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    if (!form.check()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const request = { ...about, ...valuesOfNewRowToSend(form.values) };
      await post(path, request, { area, quiet: true, successMessage: true });
      dropFormDraft(draft);
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
    <FormDialog
      title={title}
      okText={okText}
      danger={danger ?? false}
      busy={busy}
      dirty={form.dirty}
      draft={!fleeting}
      onOk={() => void send()}
      onClose={onClose}
    >
      {typeof lead === 'string' ? <p className="xj-form-lead">{lead}</p> : lead}
      {problem && (
        <p className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <FormFields form={form} disabled={busy} />
    </FormDialog>
  );
}
