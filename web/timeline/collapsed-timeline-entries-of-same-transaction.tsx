import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { MessageOrRevealLine } from '#web/timeline/timeline-line-of-sent-message-or-reveal.tsx';
import { ChildRowChange, childRowChangeCountText } from './child-row-change.tsx';

const texts = {
  further: text('同时：{what}', 'Also: {what}'),
  changes: text('{n} 项更新', '{n} further {n|change|changes}'),
  messages: text('通知 {n} 条', '{n} {n|message|messages}'),
  separator: text('，', ', '),
};

/** Further entries of a transaction, counted by kind; unfolds to show them. */
export function CollapsedTimelineEntriesOfSameTransaction({
  resource,
  entries,
}: {
  resource: AnyResource;
  entries: readonly TimelineEntry[];
}) {
  const parts = new Map<string, TimelineEntry[]>();
  for (const entry of entries)
    if (entry.of) parts.set(entry.of.resource, [...(parts.get(entry.of.resource) ?? []), entry]);
  const changes = entries.filter(({ kind }) => kind === 'change');
  const messages = entries.filter(({ kind }) => kind === 'message' || kind === 'notice');
  const what = [
    ...(changes.length > 0 ? [translate(texts.changes, { n: changes.length })] : []),
    ...[...parts].flatMap(([name, { length: n }]) => {
      const part = findResource(name);
      return part ? [childRowChangeCountText(part, n)] : [];
    }),
    ...(messages.length > 0 ? [translate(texts.messages, { n: messages.length })] : []),
  ];
  if (what.length === 0) return null;
  return (
    <details className="xj-timeline-parts">
      <summary>{translate(texts.further, { what: what.join(translate(texts.separator)) })}</summary>
      {changes.map((entry) => (
        <ChildRowChange key={`change ${entry.id}`} part={resource} entry={entry} />
      ))}
      {[...parts].flatMap(([name, those]) => {
        const part = findResource(name);
        return part
          ? those.map((entry) => <ChildRowChange key={`${name} ${entry.id}`} part={part} entry={entry} titled />)
          : [];
      })}
      {messages.map((entry) => (
        <p key={`${entry.kind} ${String(entry.told?.by)} ${entry.id}`}>
          <MessageOrRevealLine resource={resource} entry={entry} />
        </p>
      ))}
    </details>
  );
}
