import type { AnyResource } from '#kernel/declaration/resource.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { toast } from '#web/feedback/toast.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { goTo } from '#web/http/navigate-by-router.ts';
import { translate } from '#web/i18n/locale.ts';
import type { CustomBatchActionWithSelectedRows } from '#web/record/action/custom-batch-action-with-selected-rows.ts';
import { typedDeleteConfirmationThreshold } from '#web/record/action/typed-delete-confirmation-threshold.ts';
import { deleteRows, refreshResource, restoreRows } from '#web/resource/resource-calls.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';

const texts = {
  refused: text('{n} 条不能办理，全部未办理', '{n} cannot be processed, so none were'),
  others: text('办理其余 {n} 条', 'Process the other {n}'),
  close: text('知道了', 'OK'),
  line: text('{title}：{why}', '{title}: {why}'),
};

interface Failed {
  readonly id: number;
  readonly title: string;
  readonly msg: string;
}

/** Asks for confirmation and runs an action. Shows why for each refused row. Resolves to true if it was done. */
export async function confirmAndRunAction(
  resource: AnyResource,
  { name, act, rows }: CustomBatchActionWithSelectedRows,
): Promise<boolean> {
  const n = rows.length;
  const [first] = rows;
  if (!first) return false;
  const question = { title: translate(act.confirm, { n }), okText: translate(act.label) };
  if (!(await confirm(n === 1 ? { ...question, text: titleOf(resource, first) } : question))) return false;
  return await run(rows);

  async function run(chosen: readonly WireRow[]): Promise<boolean> {
    try {
      await post(`/admin/${controllerNameOf(resource)}/${name}`, { ids: chosen.map(({ id }) => id) }, { quiet: true });
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (isCancelled(error)) return false;
      const { failed = [] } = (error.data ?? {}) as { failed?: readonly Failed[] };
      await refreshResource(resource.name);
      if (failed.length === 0) {
        toast.error(error.message);
        return false;
      }
      const stand = new Set(failed.map(({ id }) => id));
      const others = chosen.filter(({ id }) => !stand.has(id));
      const agreed = await confirm({
        title: translate(texts.refused, { n: failed.length }),
        list: failed.map(({ title, msg }) => translate(texts.line, { title, why: msg })),
        ...(others.length > 0
          ? { okText: translate(texts.others, { n: others.length }) }
          : { okText: translate(texts.close), acknowledge: true }),
      });
      return agreed && others.length > 0 ? await run(others) : false;
    }
    toast.success(translate(act.done, { n: chosen.length }));
    await refreshResource(resource.name);
    return true;
  }
}

const deletion = {
  // Specification §2.
  question: text('确定删除选中的记录？', 'Delete the selected records?'),
  many: text('共 {n} 条', '{n} {n|record|records} in total'),
  delete: text('删除', 'Delete'),
  done: text('已删除 {title}', '{title} deleted'),
  doneMany: text('已删除 {n} 条记录', '{n} {n|record|records} deleted'),
  use: text('{label}：{title}', '{label}: {title}'),
  more: text('{label}：另有 {n} 条', '{label}: {n} more'),
  forGood: text('删除后不能恢复', 'This cannot be undone'),
  close: text('知道了', 'OK'),
  restored: text('已恢复', 'Restored'),
};

/** Rows of a resource that refer to the rows to be deleted. */
interface Use {
  readonly resource: string;
  readonly label: string;
  readonly n: number;
  readonly rows: readonly { readonly id: number; readonly title: string }[];
}

/** Shows why rows were not deleted; rows that refer to them are links. */
async function showRefusal(error: unknown): Promise<undefined> {
  if (!(error instanceof WireError)) throw error;
  if (isCancelled(error)) return undefined;
  const { uses = [] } = (error.data ?? {}) as { uses?: readonly Use[] };
  if (uses.length === 0) {
    toast.error(error.message);
    return undefined;
  }
  const list = uses.flatMap(({ resource, label, n, rows }) => [
    ...rows.map(({ id, title }) => {
      const href = resourcePath({ name: resource }, id);
      return { text: translate(deletion.use, { label, title }), href, go: () => goTo(href) };
    }),
    ...(n > rows.length ? [translate(deletion.more, { label, n: n - rows.length })] : []),
  ]);
  await confirm({ title: error.message, list, acknowledge: true, okText: translate(deletion.close) });
  return undefined;
}

/** Asks for confirmation, deletes, and offers undo. Resolves to true if rows were deleted. */
export async function confirmAndDelete(resource: AnyResource, rows: readonly WireRow[]): Promise<boolean> {
  const [first] = rows;
  if (!first) return false;
  const agreed = await confirm({
    title: translate(deletion.question),
    text: [
      rows.length === 1 ? titleOf(resource, first) : translate(deletion.many, { n: rows.length }),
      ...(resource.recycle === false ? [translate(deletion.forGood)] : []),
    ].join(' · '),
    tone: 'danger',
    okText: translate(deletion.delete),
    ...(rows.length >= typedDeleteConfirmationThreshold ? { typed: translate(resource.label) } : {}),
  });
  if (!agreed) return false;
  const answer = await deleteRows(
    resource,
    rows.map((row) => row.id),
  ).catch(showRefusal);
  if (answer === undefined) return false;
  const message =
    rows.length === 1
      ? translate(deletion.done, { title: titleOf(resource, first) })
      : translate(deletion.doneMany, { n: rows.length });
  const undo = answer?.undo;
  if (undo && undo.length > 0) {
    toast.undo(message, () => {
      restoreRows(resource, undo)
        .then(() => toast.success(translate(deletion.restored)))
        .catch(() => undefined)
        .finally(() => void refreshResource(resource.name));
    });
  } else toast.success(message);
  await refreshResource(resource.name);
  return true;
}
