import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { holdsPictures } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { ErrorState } from '#web/error/error-state.tsx';
import { useFirstField } from '#web/feedback/first-field.ts';
import { toast } from '#web/feedback/toast.ts';
import { useGone } from '#web/feedback/use-gone.ts';
import { useCorrection } from '#web/form/correction.tsx';
import { dropDraft, readDraft, storeDraft } from '#web/form/draft.ts';
import { FieldForm } from '#web/form/field-form.tsx';
import { FormFaults } from '#web/form/form-faults.tsx';
import {
  changedValues,
  type FormValues,
  fieldMarks,
  givenValues,
  initialValues,
  isLongForm,
  isSameValue,
  lockedFields,
  restoredValues,
  sentValues,
  shownFields,
  submittedFields,
} from '#web/form/form-values.ts';
import { takeRefusedMove } from '#web/form/refused-move.ts';
import { type FieldFormState, useFieldForm } from '#web/form/use-field-form.ts';
import { useUnloadGuard } from '#web/form/use-leave-guard.ts';
import { useSaveKey } from '#web/form/use-save-key.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { queueWrite } from '#web/http/offline-queue.ts';
import { translate } from '#web/i18n/locale.ts';
import { translateSingular } from '#web/i18n/singular.ts';
import type { InputProps } from '#web/input/input-props.ts';
import { fillLists } from '#web/resource/list-calls.ts';
import { addRow, editRow, moveRow, pathOf, readRow, refreshResource } from '#web/resource/resource-calls.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { sideOf } from '#web/session/area.ts';

import './form.css';

const PinnedPicture = lazy(async () => ({ default: (await import('#web/form/pinned-picture.tsx')).PinnedPicture }));
const FormIndex = lazy(() => import('#web/form/form-index.tsx'));
const ConflictView = lazy(() => import('#web/form/conflict-view.tsx'));

const texts = {
  queuedEdit: text('修改：{title}', 'Edit: {title}'),
  queuedSubmit: text('重新提交：{title}', 'Resubmit: {title}'),
  queuedAdd: text('添加：{label}', 'New {label}'),
  save: text('保存', 'Save'),
  saveNext: text('保存并编辑下一条', 'Save and edit next'),
  cancel: text('取消', 'Cancel'),
  saved: text('已保存', 'Saved'),
  added: text('已添加', 'Added'),
  unchanged: text('没有需要保存的修改', 'No changes to save'),
  draft: text('已恢复上次未提交的内容', 'Your unsubmitted content was restored'),
  discard: text('清空重填', 'Clear and start over'),
  merged: text('已合并对方的修改，请核对后再次保存', 'Merged with the other person’s changes. Check and save again'),
  keys: text('Ctrl+S 保存', 'Ctrl+S to save'),
  onlyMarked: text('只显示需更正的 {n} 项', 'Show only the {n} items to correct'),
  all: text('显示全部资料', 'Show all details'),
  submit: text('保存并重新提交', 'Save and resubmit'),
  later: text('只保存，稍后提交', 'Save only, submit later'),
  sent: text('已重新提交，请等待审核', 'Resubmitted; please wait for the review'),
};

export interface ResourceFormProps {
  readonly resource: AnyResource;
  /** The row to edit; a new one when left out. */
  readonly id?: number;
  /** Values of a new row known beforehand: the enterprise whose licence it is. */
  readonly preset?: FormValues;
  /** Another row waits to be edited after this one. */
  readonly hasNext?: boolean;
  readonly inputs?: Readonly<Record<string, (props: InputProps) => ReactNode>>;
  onDone(result: { id?: number }): void;
  onCancel?(): void;
  /** Told when there is something unsaved, so that whoever holds the form can ask before closing it. */
  onDirty?(dirty: boolean): void;
}

/** The form of a resource, for a new row or an existing one. */
export function ResourceForm(props: ResourceFormProps) {
  const { resource, id } = props;
  const row = useQuery({
    queryKey: ['resource', resource.name, 'edit', id],
    queryFn: async ({ signal }) => fillLists(resource, await readRow(resource, id ?? 0, { signal }), { signal }),
    enabled: id !== undefined,
    // A form holds the version it was opened with: it must be the newest there is.
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  if (id === undefined) return <LoadedForm key="add" {...props} />;
  if (row.isError) return <ErrorState error={row.error} onRetry={() => void row.refetch()} />;
  if (!row.data) return <Skeleton active title={false} paragraph={{ rows: 10 }} />;
  return <LoadedForm key={id} {...props} row={row.data} />;
}

/** What a draft keeps: all of a new row, of an existing one what is different. */
const typedValues = (mode: 'add' | 'edit', { initial, values }: FieldFormState): FormValues =>
  mode === 'add' ? values : changedValues(initial, values);

function LoadedForm({
  resource,
  row: loaded,
  preset,
  hasNext = false,
  inputs,
  onDone,
  onCancel,
  onDirty,
}: ResourceFormProps & { row?: WireRow }) {
  const mode = loaded ? 'edit' : 'add';
  // The row the form began with, at its version; a merge takes the other person's in its place.
  const [row, setRow] = useState(loaded);
  const fields = useMemo(() => submittedFields(resource, row), [resource, row]);
  const locked = useMemo(() => lockedFields(resource, row), [resource, row]);
  // Of a row that somebody else has changed since, the draft answers another question.
  const draftName = [resource.name, sideOf().app, loaded ? `${loaded.id}@${loaded.version}` : 'add'].join(' ');
  const [draft] = useState(() => readDraft(draftName, fields));
  const [restored, setRestored] = useState(draft !== undefined);
  const form = useFieldForm(fields, {
    mode,
    initial: { ...initialValues(fields, loaded), ...preset },
    others: resource.fields,
    ...(draft ? { values: restoredValues(fields, initialValues(fields, loaded), draft) } : {}),
  });
  const correction = useCorrection(resource, row);
  const marked = correction?.marked ?? [];
  const [onlyMarked, setOnlyMarked] = useState(marked.length > 0);
  const [saving, setSaving] = useState<'save' | 'submit'>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [theirs, setTheirs] = useState<WireRow>();
  const [pictured, setPictured] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  const shown = useMemo(
    () => shownFields(resource, fields, { ...row, ...form.values }),
    [resource, fields, row, form.values],
  );
  const long = isLongForm({ ...locked, ...shown });
  const goTo = (at: string) => {
    setOnlyMarked(false);
    form.goTo(at);
  };

  useSaveKey(formElement);
  useFirstField(formElement);
  useUnloadGuard(form.dirty);
  useEffect(() => onDirty?.(form.dirty), [form.dirty, onDirty]);
  useGone(() => onDirty?.(false));
  // what a step was refused for is put right here
  const { refuse: refuseForm, goTo: begin } = form;
  useEffect(() => {
    const refused = loaded && takeRefusedMove(resource.name, loaded.id);
    if (!refused) return;
    setProblems(refuseForm(refused.errors));
    begin(refused.at);
  }, [resource, loaded, refuseForm, begin]);
  useEffect(() => {
    if (!form.dirty) return;
    const timer = setTimeout(() => storeDraft(draftName, fields, typedValues(mode, form)), 500);
    return () => clearTimeout(timer);
  }, [mode, draftName, fields, form]);

  const send = async (): Promise<{ id?: number }> => {
    if (!row) {
      const answer = await addRow(resource, sentValues(fields, form.initial, givenValues(form.values)));
      dropDraft(draftName);
      toast.success(translate(texts.added));
      return answer?.id === undefined ? {} : { id: answer.id };
    }
    const version = row.version === undefined ? {} : { version: row.version };
    const changed = sentValues(fields, form.initial, changedValues(form.initial, form.values));
    await editRow(resource, { ...changed, id: row.id, ...version });
    dropDraft(draftName);
    return { id: row.id };
  };

  /** What is said of it while it waits for the network. */
  const queuedTitle = () => {
    const label = translateSingular(resource.label);
    const title = row
      ? translate(texts.queuedEdit, { title: titleOf(resource, row) })
      : translate(texts.queuedAdd, { label });
    return { title, resource: resource.name };
  };

  const save = async () => {
    if (saving) return;
    setProblems([]);
    if (!isComplete()) return;
    if (row && !form.dirty) {
      toast.info(translate(texts.unchanged));
      onDone({ id: row.id });
      return;
    }
    setSaving('save');
    try {
      const result = await send();
      if (row) toast.success(translate(texts.saved));
      form.restart(form.values);
      onDirty?.(false);
      await refreshResource(resource.name);
      onDone(result);
    } catch (error) {
      if (await queueWrite(error, queuedTitle())) {
        dropDraft(draftName);
        form.restart(form.values);
        onDirty?.(false);
        onDone(row ? { id: row.id } : {});
        return;
      }
      refuse(error);
    } finally {
      setSaving(undefined);
    }
  };

  /** An error among the fields that are not shown would be nowhere to be seen. */
  const isComplete = (): boolean => {
    const complete = form.check();
    if (!complete) setOnlyMarked(false);
    return complete;
  };

  /** Saves what was corrected and submits the row again, in one press. */
  const submit = async () => {
    if (saving || !row || !correction) return;
    setProblems([]);
    const unanswered = correction.findUnanswered(form);
    if (Object.keys(unanswered).length > 0) {
      setProblems(form.refuse(unanswered));
      return;
    }
    if (!isComplete()) return;
    setSaving('submit');
    let saved = !form.dirty;
    try {
      let current = row;
      if (!saved) {
        await send();
        saved = true;
        form.restart(form.values);
        onDirty?.(false);
        // a refusal of the move leaves a form that is saved, at the version it has by then
        current = await readRow(resource, row.id);
        setRow(current);
      }
      await moveRow(resource, correction.move, current, correction.input);
      correction.forget();
      toast.success(translate(texts.sent));
      onDone({ id: row.id });
    } catch (error) {
      const again = {
        title: translate(texts.queuedSubmit, { title: titleOf(resource, row) }),
        resource: resource.name,
      };
      const move = {
        url: pathOf(resource, correction.move),
        body: { ...correction.input, id: row.id, version: row.version },
      };
      if (await (saved ? queueWrite(error, again) : queueWrite(error, queuedTitle(), { ...again, ...move }))) {
        dropDraft(draftName);
        correction.forget();
        form.restart(form.values);
        onDirty?.(false);
        onDone({ id: row.id });
        return;
      }
      refuse(error);
    } finally {
      setSaving(undefined);
      await refreshResource(resource.name);
    }
  };

  const refuse = (error: unknown) => {
    if (!(error instanceof WireError)) throw error;
    if (isCancelled(error)) return;
    const current = (error.data as { row?: WireRow } | null)?.row;
    if (error.reason === 'stale_version' && current && row) {
      const mine = changedValues(form.initial, form.values);
      const both = Object.keys(mine).filter(
        (name) => !isSameValue(current[name], row[name]) && !isSameValue(current[name], form.values[name]),
      );
      if (both.length === 0) merge(current, Object.keys(mine));
      else setTheirs(current);
      return;
    }
    const others = form.refuse(error.errors);
    if (Object.keys(error.errors ?? {}).some((name) => fields[name] && !marked.includes(name))) setOnlyMarked(false);
    setProblems(error.errors ? others : [error.message]);
  };

  /** Takes the other person's row as the new beginning, with those of one's own changes that are to stay. */
  const merge = (current: WireRow, chosen: readonly string[]) => {
    const values = Object.fromEntries(chosen.map((name) => [name, form.values[name]]));
    form.restart(initialValues(fields, current), values);
    setRow(current);
    setTheirs(undefined);
    toast.info(translate(texts.merged));
  };

  const startAfresh = () => {
    dropDraft(draftName);
    form.restart({ ...initialValues(fields, loaded), ...preset });
    setRestored(false);
  };

  if (theirs && row) {
    const mine = changedValues(form.initial, form.values);
    const both = Object.keys(mine).filter((name) => !isSameValue(theirs[name], row[name]));
    return (
      <Suspense fallback={<Skeleton active title={false} />}>
        <ConflictView
          fields={fields}
          names={both}
          mine={form.values}
          theirs={theirs}
          onBack={() => setTheirs(undefined)}
          onResolve={(chosen) =>
            merge(theirs, [...chosen, ...Object.keys(mine).filter((name) => !both.includes(name))])
          }
        />
      </Suspense>
    );
  }
  return (
    <form
      ref={formElement}
      className="xj-form"
      data-long={long || undefined}
      data-pictured={pictured || undefined}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      {long && (
        <Suspense fallback={null}>
          <FormIndex form={form} fields={shown} sections={resource.sections ?? {}} row={row} onGo={goTo} />
        </Suspense>
      )}
      {Object.values(fields).some(holdsPictures) && (
        <Suspense fallback={null}>
          <PinnedPicture fields={fields} values={form.values} open={pictured} onOpen={setPictured} />
        </Suspense>
      )}
      <div className="xj-form-main">
        {restored && (
          <div className="xj-form-note" role="status">
            {translate(texts.draft)}
            <Button size="small" onClick={startAfresh}>
              {translate(texts.discard)}
            </Button>
          </div>
        )}
        {marked.length > 0 && (
          <button type="button" className="xj-link-button" onClick={() => setOnlyMarked(!onlyMarked)}>
            {onlyMarked ? translate(texts.all) : translate(texts.onlyMarked, { n: marked.length })}
          </button>
        )}
        {problems.length > 0 && (
          <div className="xj-form-note" data-tone="bad" role="alert">
            {problems.join(' ')}
          </div>
        )}
        <FormFaults form={form} fields={shown} onGo={goTo} />
        <FieldForm
          form={form}
          of={resource.name}
          row={row}
          marks={fieldMarks(row)}
          locked={locked}
          names={onlyMarked && marked.length > 0 ? marked : Object.keys(resource.fields)}
          {...(correction ? { notes: correction.notes } : {})}
          {...(resource.sections ? { sections: resource.sections } : {})}
          {...(inputs ? { inputs } : {})}
        />
        <div className="xj-form-buttons">
          {correction && (
            <Button type="primary" loading={saving === 'submit'} onClick={() => void submit()}>
              {translate(texts.submit)}
            </Button>
          )}
          <Button type={correction ? 'default' : 'primary'} htmlType="submit" loading={saving === 'save'}>
            {translate(correction ? texts.later : hasNext ? texts.saveNext : texts.save)}
          </Button>
          {onCancel && <Button onClick={onCancel}>{translate(texts.cancel)}</Button>}
          <span className="xj-form-buttons-note">{translate(texts.keys)}</span>
        </div>
      </div>
    </form>
  );
}
