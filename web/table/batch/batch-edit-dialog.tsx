import { Select } from 'antd';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { amendmentRulesInState } from '#kernel/lifecycle/fields-opened-by-amendment-rules.ts';
import { text } from '#kernel/text/text.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import { isEmptyValue } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { writableFieldsInState } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import {
  type BatchPreview,
  type ChosenRows,
  previewBatch,
  runBatch,
} from '#web/resource/batch-preview-and-run-calls.ts';
import { formatRefusedRows, reportBatchResult } from '#web/resource/report-batch-result.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { cellEditMode } from '#web/table/edit/cell-edit-mode.ts';

import '#web/table/batch-bar.css';

const texts = {
  title: text('批量修改：{n} 条', 'Bulk edit: {n} {n|record|records}'),
  field: text('修改哪一项', 'Field to edit'),
  preview: text('预览', 'Preview'),
  change: text('修改 {n} 条', 'Edit {n} {n|record|records}'),
  work: text('批量修改', 'Bulk edit'),
  all: text('{n} 条都可以修改。', 'All {n} {n|record|records} can be edited.'),
  some: text('{n} 条可以修改，{refused} 条不能：', '{n} can be edited, {refused} cannot:'),
  tried: text(
    '已试前 {tried} 条，其中 {refused} 条不能修改；共 {n} 条，逐条办理，不能修改的保持原样。',
    'First {tried} tried, {refused} of them cannot be edited; {n} in total, processed one by one; those that cannot be edited stay unchanged.',
  ),
  empties: text('不填，则清空这一项。', 'If left empty, the field is cleared.'),
};

interface BatchEditDialogProps {
  readonly resource: AnyResource;
  readonly rows: ChosenRows;
  readonly n: number;
  /** Some of the rows, whose states decide which fields can be changed. */
  readonly sample: readonly WireRow[];
  /** Restores the old values. Missing if the rows are not known. */
  readonly undo?: (name: string) => (done: readonly number[]) => Promise<unknown>;
  onClose(): void;
  onDone(): void;
}

/** Changes one field of many rows to one value: a dry run first shows what would be refused and why. */
export default function BatchEditDialog({ resource, rows, n, sample, undo, onClose, onDone }: BatchEditDialogProps) {
  const choices = useMemo(() => {
    const editable = Object.assign(
      {},
      ...sample
        .filter((row) => !amendmentRulesInState(resource, row.status))
        .map((row) => writableFieldsInState(resource, row)),
    ) as Fields;
    return Object.entries(editable).filter(([, field]) => cellEditMode(field) !== undefined && !field.unique);
  }, [resource, sample]);
  const [name, setName] = useState(choices[0]?.[0] ?? '');
  const field = resource.fields[name];
  const fields = useMemo(() => (field ? { [name]: field } : {}), [name, field]);
  const select = useId();
  return (
    <ChangeForm
      key={name}
      {...{ resource, rows, n, name, onClose, onDone }}
      fields={fields}
      {...(undo ? { undo: undo(name) } : {})}
      choose={
        <div className="xj-batch-field">
          <label htmlFor={select}>{translate(texts.field)}</label>
          <Select
            id={select}
            showSearch
            optionFilterProp="label"
            value={name}
            options={choices.map(([value, one]) => ({ value, label: translate(one.label) }))}
            onChange={setName}
          />
        </div>
      }
    />
  );
}

interface ChangeFormProps extends Omit<BatchEditDialogProps, 'undo' | 'sample'> {
  name: string;
  fields: AnyResource['fields'];
  choose: ReactNode;
  undo?: (done: readonly number[]) => Promise<unknown>;
}

function ChangeForm({ resource, rows, n, name, fields, choose, undo, onClose, onDone }: ChangeFormProps) {
  const form = useFormState(fields, { initial: { [name]: null } });
  const [preview, setPreview] = useState<BatchPreview & { of: unknown }>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const value = isEmptyValue(form.values[name]) ? null : form.values[name];
  const shown = preview && preview.of === form.values[name] ? preview : undefined;
  const order = { operation: 'edit', values: { [name]: value } };
  // rows beyond the dry run may be refused too
  const possible = shown ? (shown.tried < shown.n ? shown.n : shown.n - shown.refused.length) : 0;

  const run = async (work: () => Promise<void>) => {
    if (!form.check()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (!isCancelled(error)) setProblem(error.message);
      setPreview(undefined);
    } finally {
      setBusy(false);
    }
  };
  const go = () =>
    run(async () => {
      if (!shown) return setPreview({ ...(await previewBatch(resource, order, rows)), of: form.values[name] });
      const answer = await runBatch(resource, order, 'all' in rows ? { all: { ...rows.all, n: shown.n } } : rows);
      onDone();
      await reportBatchResult(resource, translate(texts.work), answer, undo);
    });
  return (
    <FormDialog
      title={translate(texts.title, { n: shown?.n ?? n })}
      okText={translate(shown ? texts.change : texts.preview, { n: possible })}
      disabled={shown !== undefined && shown.refused.length === shown.tried}
      busy={busy}
      dirty={form.dirty}
      className="xj-batch-edit"
      onOk={() => void go()}
      onClose={onClose}
    >
      {choose}
      <FormFields form={form} />
      {!fields[name]?.required && <p className="xj-batch-hint">{translate(texts.empties)}</p>}
      {shown && (
        <div role="status" className="xj-batch-preview">
          <p>
            {shown.tried < shown.n
              ? translate(texts.tried, { n: shown.n, tried: shown.tried, refused: shown.refused.length })
              : translate(shown.refused.length > 0 ? texts.some : texts.all, {
                  n: possible,
                  refused: shown.refused.length,
                })}
          </p>
          {shown.refused.length > 0 && (
            <ul>
              {formatRefusedRows(shown.refused).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {problem !== undefined && (
        <p role="alert" className="xj-batch-problem">
          {problem}
        </p>
      )}
    </FormDialog>
  );
}
