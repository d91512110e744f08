import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import type { RowForm, RowFormProps } from '#web/form/resource/use-row-form.ts';
import {
  changedValues,
  initialValues,
  isSameValue,
  valuesOfNewRowToSend,
  valuesToSend,
} from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { dropFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { queueWrite } from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import { translateSingular } from '#web/i18n/english-singular.ts';
import { translate } from '#web/i18n/locale.ts';
import { addRow, editRow, pathOf, performMove, readRow, refreshResource } from '#web/resource/resource-calls.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';

const texts = {
  queuedEdit: text('修改：{title}', 'Edit: {title}'),
  queuedSubmit: text('重新提交：{title}', 'Resubmit: {title}'),
  queuedAdd: text('添加：{label}', 'New {label}'),
  saved: text('已保存', 'Saved'),
  added: text('已添加', 'Added'),
  unchanged: text('没有需要保存的修改', 'No changes to save'),
  merged: text('已合并对方的修改，请核对后再次保存', "Merged with the other person's changes. Check and save again"),
  sent: text('已重新提交，请等待审核', 'Resubmitted; please wait for the review'),
};

/** Adds or edits the row. Returns its id. */
async function send({ resource }: RowFormProps, { row, fields, form, draftName }: RowForm): Promise<{ id?: number }> {
  if (!row) {
    const answer = await addRow(resource, valuesToSend(fields, form.initial, valuesOfNewRowToSend(form.values)));
    dropFormDraft(draftName);
    toast.success(translate(texts.added));
    return answer?.id === undefined ? {} : { id: answer.id };
  }
  const version = row.version === undefined ? {} : { version: row.version };
  const changed = valuesToSend(fields, form.initial, changedValues(form.initial, form.values));
  await editRow(resource, { ...changed, id: row.id, ...version });
  dropFormDraft(draftName);
  return { id: row.id };
}

/** Title of the write in the offline queue. */
function queuedTitle({ resource }: RowFormProps, { row }: RowForm) {
  const label = translateSingular(resource.label);
  const title = row
    ? translate(texts.queuedEdit, { title: titleOf(resource, row) })
    : translate(texts.queuedAdd, { label });
  return { title, resource: resource.name };
}

/** Checks the form. An error among fields that are hidden as not marked shows all of them. */
function isComplete({ form, setOnlyMarked }: RowForm): boolean {
  const complete = form.check();
  if (!complete) setOnlyMarked(false);
  return complete;
}

/** Marks the form as saved, because its values are stored or queued. */
function markClean({ onDirty }: RowFormProps, { form }: RowForm): void {
  form.restart(form.values);
  onDirty?.(false);
}

export async function saveRow(props: RowFormProps, state: RowForm): Promise<void> {
  const { resource, onDone } = props;
  const { row, form, saving, setSaving, setProblems, draftName } = state;
  if (saving) return;
  setProblems([]);
  if (!isComplete(state)) return;
  if (row && !form.dirty) {
    toast.info(translate(texts.unchanged));
    onDone({ id: row.id });
    return;
  }
  setSaving('save');
  try {
    const result = await send(props, state);
    if (row) toast.success(translate(texts.saved));
    markClean(props, state);
    await refreshResource(resource.name);
    onDone(result);
  } catch (error) {
    if (await queueWrite(error, queuedTitle(props, state))) {
      dropFormDraft(draftName);
      markClean(props, state);
      onDone(row ? { id: row.id } : {});
      return;
    }
    showRefusal(state, error);
  } finally {
    setSaving(undefined);
  }
}

/** Saves the corrections and submits the row again, in one press. */
export async function saveAndResubmitRow(props: RowFormProps, state: RowForm): Promise<void> {
  const { resource, onDone } = props;
  const { row, form, correction, saving, setSaving, setProblems, draftName } = state;
  if (saving || !row || !correction) return;
  setProblems([]);
  const unanswered = correction.findUnanswered(form);
  if (Object.keys(unanswered).length > 0) {
    setProblems(form.refuse(unanswered));
    return;
  }
  if (!isComplete(state)) return;
  setSaving('submit');
  let saved = !form.dirty;
  try {
    let current = row;
    if (!saved) {
      await send(props, state);
      saved = true;
      markClean(props, state);
      // If the move is refused, the form goes on with the saved row at its new version.
      current = await readRow(resource, row.id);
      state.setRow(current);
    }
    await performMove(resource, correction.move, current, correction.input);
    correction.forget();
    toast.success(translate(texts.sent));
    onDone({ id: row.id });
  } catch (error) {
    const again = { title: translate(texts.queuedSubmit, { title: titleOf(resource, row) }), resource: resource.name };
    const body = { ...correction.input, id: row.id, version: row.version };
    const move = { url: pathOf(resource, correction.move), body };
    const queued = saved
      ? queueWrite(error, again)
      : queueWrite(error, queuedTitle(props, state), { ...again, ...move });
    if (await queued) {
      dropFormDraft(draftName);
      correction.forget();
      markClean(props, state);
      onDone({ id: row.id });
      return;
    }
    showRefusal(state, error);
  } finally {
    setSaving(undefined);
    await refreshResource(resource.name);
  }
}

/** Shows a refusal at its fields; a version conflict is merged, or both versions are shown where they overlap. */
function showRefusal(state: RowForm, error: unknown): void {
  const { row, form, fields, marked, setOnlyMarked, setProblems, setTheirs } = state;
  if (!(error instanceof WireError)) throw error;
  if (isCancelled(error)) return;
  const current = (error.data as { row?: WireRow } | null)?.row;
  if (error.reason === 'stale_version' && current && row) {
    const mine = changedValues(form.initial, form.values);
    const both = Object.keys(mine).filter(
      (name) => !isSameValue(current[name], row[name]) && !isSameValue(current[name], form.values[name]),
    );
    if (both.length === 0) mergeWithConflictingRow(state, current, Object.keys(mine));
    else setTheirs(current);
    return;
  }
  const others = form.refuse(error.errors);
  if (Object.keys(error.errors ?? {}).some((name) => fields[name] && !marked.includes(name))) setOnlyMarked(false);
  setProblems(error.errors ? others : [error.message]);
}

/** Begins again with the other person's row and one's own values of the chosen fields. */
export function mergeWithConflictingRow(
  { form, fields, setRow, setTheirs }: RowForm,
  current: WireRow,
  chosen: readonly string[],
): void {
  const values = Object.fromEntries(chosen.map((name) => [name, form.values[name]]));
  form.restart(initialValues(fields, current), values);
  setRow(current);
  setTheirs(undefined);
  toast.info(translate(texts.merged));
}
