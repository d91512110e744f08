import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { findMove, lifecycleOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';

const actions: Readonly<Record<string, Text>> = {
  add: text('新建', 'created'),
  edit: text('修改', 'edited'),
  del: text('删除', 'deleted'),
  restore: text('恢复', 'restored'),
  undo: text('撤销上一步', 'undid the last step'),
  reveal: text('查看敏感信息', 'viewed personal data'),
  import: text('导入', 'imported'),
  sortable: text('调整排序', 'changed the order'),
  recount: text('重算期限', 'recalculated deadlines'),
  step: text('办理', 'processed'),
  sort: text('调整排序', 'changed the order'),
  assign: text('分派', 'assigned'),
  handOver: text('工作交接', 'handed over'),
  read: text('标为已读', 'marked as read'),
  sign: text('签收', 'signed for'),
};

const texts = {
  move: text('{move}', '{move}'),
  undone: text('撤回“{move}”', 'withdrew “{move}”'),
  moved: text('{from} → {to}', '{from} → {to}'),
  system: text('系统', 'System'),
  member: text('企业', 'Enterprise'),
  someone: text('未知', 'Unknown'),
  other: text('更新', 'updated'),
};

/** What an entry did, in a word or two. */
export function timelineActionTexts(
  resource: AnyResource,
  entry: Pick<TimelineEntry, 'action' | 'move'>,
  locale: Locale,
): string {
  if (entry.move?.startsWith('undo:')) {
    const undone = findMove(resource, entry.move.slice('undo:'.length));
    if (undone) return textIn(texts.undone, locale, { move: undone.label[locale] });
  }
  const move = findMove(resource, entry.move ?? entry.action);
  if (move) return textIn(texts.move, locale, { move: move.label[locale] });
  return actions[entry.action]?.[locale] ?? texts.other[locale];
}

/** The states before and after, where an entry changed the state. */
export function timelineStateText(
  resource: AnyResource,
  { from, to }: Pick<TimelineEntry, 'from' | 'to'>,
  locale: Locale,
): string | undefined {
  const states = lifecycleOf(resource)?.states;
  if (!states || !to || from === to) return undefined;
  const word = (state: string) => (Object.hasOwn(states, state) ? (states[state]?.[locale] ?? state) : state);
  return from ? textIn(texts.moved, locale, { from: word(from), to: word(to) }) : word(to);
}

/** Who did it. */
export function timelineActorText(
  { actor_type, actor_name }: Pick<TimelineEntry, 'actor_type' | 'actor_name'>,
  locale: Locale,
): string {
  if (actor_name) return actor_name;
  if (actor_type === 'system') return texts.system[locale];
  return actor_type === 'member' ? texts.member[locale] : texts.someone[locale];
}
