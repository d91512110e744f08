import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { confirm } from '#web/feedback/confirm.ts';
import { toast } from '#web/feedback/toast.ts';
import { speak } from '#web/i18n/locale.ts';
import { deleteRows, refreshResource, restoreRows } from '#web/resource/resource-calls.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';

const words = {
  // Specification §2.
  question: text('确定删除选中的记录？', 'Are you sure to delete the selected record?'),
  many: text('共 {n} 条', '{n} records'),
  delete: text('删除', 'Delete'),
  done: text('已删除 {title}', '{title} deleted'),
  doneMany: text('已删除 {n} 条记录', '{n} records deleted'),
  restored: text('已恢复', 'Restored'),
};

/** From this many rows on, the name of what is deleted must be typed. */
const typedFrom = 51;

/** Asks, deletes, and offers to take it back. Resolves to whether rows were deleted. */
export async function askDelete(resource: AnyResource, rows: readonly WireRow[]): Promise<boolean> {
  const [first] = rows;
  if (!first) return false;
  const agreed = await confirm({
    title: speak(words.question),
    text: rows.length === 1 ? titleOf(resource, first) : speak(words.many, { n: rows.length }),
    tone: 'danger',
    okText: speak(words.delete),
    ...(rows.length >= typedFrom ? { typed: speak(resource.label) } : {}),
  });
  if (!agreed) return false;
  const answer = await deleteRows(
    resource,
    rows.map((row) => row.id),
  ).catch(() => undefined);
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
