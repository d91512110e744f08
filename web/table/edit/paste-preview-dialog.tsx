import { Skeleton } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { validateField } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { type ChosenRows, previewBatch, runBatch } from '#web/resource/batch-preview-and-run-calls.ts';
import { reportBatchResult } from '#web/resource/report-batch-result.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import type { PastedChange } from './changes-pasted-into-table.ts';

import '#web/table/batch-bar.css';

const texts = {
  title: text('粘贴：{n} 条记录', 'Paste: {n} {n|record|records}'),
  write: text('写入 {n} 条', 'Write {n} {n|record|records}'),
  work: text('粘贴', 'Paste'),
  name: text('记录', 'Record'),
  field: text('字段', 'Field'),
  change: text('现为 → 改为', 'Current → new'),
  refused: text('不能写入', 'Cannot be written'),
  cut: text('还有 {n} 行超出本页，未包括在内。', '{n} more {n|row|rows} {n|is|are} beyond this page and not included.'),
  nothing: text('粘贴的内容与现有内容相同。', 'The pasted content is the same as the existing content.'),
  checking: text('正在核对…', 'Checking…'),
};

interface PasteDialogProps {
  readonly resource: AnyResource;
  readonly changes: readonly PastedChange[];
  readonly cut: number;
  onClose(): void;
}

const chosenRowsOf = (changes: readonly PastedChange[]): ChosenRows => ({
  rows: changes.map(({ row, values }) => [row.id, row.version, values]),
});

/** The changes that can be sent, and why others cannot: values that the field cannot read, and what the server refuses in a dry run. */
function useRefusedChanges(resource: AnyResource, changes: readonly PastedChange[]) {
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>();
  const [problem, setProblem] = useState<string>();
  const unreadable = useMemo(
    () => new Map(changes.flatMap((change) => whyUnreadable(resource, change))),
    [resource, changes],
  );
  const sent = useMemo(() => changes.filter(({ row }) => !unreadable.has(row.id)), [changes, unreadable]);
  useEffect(() => {
    let left = false;
    const tried = sent.length > 0 ? previewBatch(resource, { operation: 'edit' }, chosenRowsOf(sent)) : undefined;
    Promise.resolve(tried).then(
      (preview) => {
        if (!left) setRefused(new Map(preview?.refused.map(({ id, msg }) => [id, msg])));
      },
      (error: unknown) => {
        if (!left && error instanceof WireError && !isCancelled(error)) setProblem(error.message);
      },
    );
    return () => {
      left = true;
    };
  }, [resource, sent]);
  const whyNot = (id: number) => unreadable.get(id) ?? refused?.get(id);
  return { refused, sent, whyNot, problem, setProblem };
}

/** Shows what a paste would change, and what is refused and why, before anything is written. */
export default function PastePreviewDialog({ resource, changes, cut, onClose }: PasteDialogProps) {
  const { refused, sent, whyNot, problem, setProblem } = useRefusedChanges(resource, changes);
  const [busy, setBusy] = useState(false);
  const written = sent.filter(({ row }) => !refused?.has(row.id));
  const go = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await runBatch(resource, { operation: 'edit' }, chosenRowsOf(written));
      onClose();
      await reportBatchResult(resource, translate(texts.work), answer, (done) =>
        runBatch(
          resource,
          { operation: 'edit' },
          {
            rows: written
              .filter(({ row }) => done.includes(row.id))
              .map(({ row, values }) => [row.id, (row.version ?? 0) + 1, valuesBefore(row, values)]),
          },
        ),
      );
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (!isCancelled(error)) setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={translate(texts.title, { n: changes.length })}
      okText={translate(texts.write, { n: written.length })}
      disabled={refused === undefined || written.length === 0}
      busy={busy}
      dirty={false}
      width={720}
      onOk={() => void go()}
      onClose={onClose}
    >
      {changes.length === 0 && <p>{translate(texts.nothing)}</p>}
      {changes.length > 0 && <ChangeTable {...{ resource, changes, whyNot }} />}
      {cut > 0 && <p className="xj-batch-hint">{translate(texts.cut, { n: cut })}</p>}
      {refused === undefined && problem === undefined && (
        <div role="status" aria-label={translate(texts.checking)}>
          <Skeleton.Input active size="small" />
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

interface ChangeTableProps {
  readonly resource: AnyResource;
  readonly changes: readonly PastedChange[];
  /** Why a row cannot be written. */
  whyNot(id: number): string | undefined;
}

/** Each changed cell: the record, the field, the old and the new value. */
function ChangeTable({ resource, changes, whyNot }: ChangeTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="xj-paste-preview" tabIndex={0} aria-label={translate(texts.change)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{translate(texts.name)}</th>
            <th scope="col">{translate(texts.field)}</th>
            <th scope="col">{translate(texts.change)}</th>
          </tr>
        </thead>
        <tbody>
          {changes.flatMap((change) =>
            Object.keys(change.values).map((name, at) => (
              <ChangedLine
                key={`${change.row.id} ${name}`}
                {...{ resource, change, name }}
                first={at === 0}
                why={at === 0 ? whyNot(change.row.id) : undefined}
              />
            )),
          )}
        </tbody>
      </table>
    </section>
  );
}

interface ChangedLineProps {
  resource: AnyResource;
  change: PastedChange;
  name: string;
  first: boolean;
  why: string | undefined;
}

function ChangedLine({ resource, change: { row, values, pasted }, name, first, why }: ChangedLineProps) {
  const field = fieldOf(resource, name);
  if (!field) return null;
  return (
    <tr data-refused={why === undefined ? undefined : true}>
      <td>{first ? titleOf(resource, row) : ''}</td>
      <td>{translate(field.label)}</td>
      <td>
        <del>
          <CellValue name={name} field={field} row={row} />
        </del>{' '}
        →{' '}
        <ins>
          {values[name] === null ? (
            <CellValue name={name} field={field} row={{ ...row, [name]: null }} />
          ) : (
            pasted[name]
          )}
        </ins>
        {why !== undefined && (
          <div>
            {translate(texts.refused)}：{why}
          </div>
        )}
      </td>
    </tr>
  );
}

const valuesBefore = (row: WireRow, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, row[name] ?? null]));

function whyUnreadable(resource: AnyResource, { row, values, locked }: PastedChange): [number, string][] {
  if (locked !== undefined) return [[row.id, locked]];
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields[name];
    const [wrong] = field
      ? validateField(field, value, { locale: currentLocale(), mode: 'edit', initial: row[name] })
      : [];
    if (wrong !== undefined) return [[row.id, wrong]];
  }
  return [];
}
