import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { confirm } from '#web/feedback/confirm.ts';
import { toast } from '#web/feedback/toast.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { goTo } from '#web/http/navigator.ts';
import { speak } from '#web/i18n/locale.ts';
import { deleteRows, refreshResource, restoreRows } from '#web/resource/resource-calls.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { addressOf } from '#web/session/area.ts';

const words = {
  // Specification §2.
  question: text('确定删除选中的记录？', 'Are you sure to delete the selected record?'),
  many: text('共 {n} 条', '{n} records'),
  delete: text('删除', 'Delete'),
  done: text('已删除 {title}', '{title} deleted'),
  doneMany: text('已删除 {n} 条记录', '{n} records deleted'),
  use: text('{label}：{title}', '{label}: {title}'),
  more: text('{label}：另有 {n} 条', '{label}: {n} more'),
  forGood: text('删除后不能恢复', 'It cannot be put back afterwards'),
  close: text('知道了', 'Close'),
  restored: text('已恢复', 'Restored'),
};

/** From this many rows on, the name of what is deleted must be typed. */
export const typedFrom = 51;

/** Rows of one resource that refer to what was to go. */
interface Use {
  readonly resource: string;
  readonly label: string;
  readonly n: number;
  readonly rows: readonly { readonly id: number; readonly title: string }[];
}

/** Says why rows were not deleted; of those that are referred to by which rows, each a way to it. */
async function tellRefusal(error: unknown): Promise<undefined> {
  if (!(error instanceof WireError)) throw error;
  if (isCancelled(error)) return undefined;
  const { uses = [] } = (error.data ?? {}) as { uses?: readonly Use[] };
  if (uses.length === 0) {
    toast.error(error.message);
    return undefined;
  }
  const list = uses.flatMap(({ resource, label, n, rows }) => [
    ...rows.map(({ id, title }) => {
      const href = addressOf({ name: resource }, id);
      return { text: speak(words.use, { label, title }), href, go: () => goTo(href) };
    }),
    ...(n > rows.length ? [speak(words.more, { label, n: n - rows.length })] : []),
  ]);
  await confirm({ title: error.message, list, told: true, okText: speak(words.close) });
  return undefined;
}

/** Asks, deletes, and offers to take it back. Resolves to whether rows were deleted. */
export async function askDelete(resource: AnyResource, rows: readonly WireRow[]): Promise<boolean> {
  const [first] = rows;
  if (!first) return false;
  const agreed = await confirm({
    title: speak(words.question),
    text: [
      rows.length === 1 ? titleOf(resource, first) : speak(words.many, { n: rows.length }),
      ...(resource.recycle === false ? [speak(words.forGood)] : []),
    ].join(' · '),
    tone: 'danger',
    okText: speak(words.delete),
    ...(rows.length >= typedFrom ? { typed: speak(resource.label) } : {}),
  });
  if (!agreed) return false;
  const answer = await deleteRows(
    resource,
    rows.map((row) => row.id),
  ).catch(tellRefusal);
  if (answer === undefined) return false;
  const message =
    rows.length === 1
      ? speak(words.done, { title: titleOf(resource, first) })
      : speak(words.doneMany, { n: rows.length });
  const undo = answer?.undo;
  if (undo && undo.length > 0) {
    toast.undo(message, () => {
      restoreRows(resource, undo)
        .then(() => toast.success(speak(words.restored)))
        .catch(() => undefined)
        .finally(() => void refreshResource(resource.name));
    });
  } else toast.success(message);
  await refreshResource(resource.name);
  return true;
}
