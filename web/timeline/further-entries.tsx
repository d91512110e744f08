import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { actionTexts, stateText } from '#web/timeline/change-texts.ts';
import { FieldChanges } from '#web/timeline/field-changes.tsx';
import type { TimelineLine } from '#web/timeline/group-by-transaction.ts';
import { MessageOrAccessLine } from '#web/timeline/message-or-access-line.tsx';

const texts = {
  part: text('{list}“{title}”：{action}', '{list} “{title}”: {action}'),
  parts: text('{list}：{n} 处变动', '{list}: {n} {n|change|changes}'),
  further: text('同时：{what}', 'Also: {what}'),
  changes: text('{n} 项更新', '{n} further {n|change|changes}'),
  messages: text('通知 {n} 条', '{n} {n|message|messages}'),
  separator: text('，', ', '),
};

/** Text of changes of child rows: a single change in full, several as a number. */
export function childRowChangeText(line: TimelineLine): string | undefined {
  const [{ of, ...entry }] = line;
  const part = of && findResource(of.resource);
  if (!part) return undefined;
  const list = translate(part.label);
  if (line.length > 1) return translate(texts.parts, { list, n: line.length });
  return translate(texts.part, {
    list,
    title: of.title ?? `#${of.id}`,
    action: actionTexts(part, entry, currentLocale()),
  });
}

/** Further entries of a transaction, counted by kind; unfolds to show them. */
export function FurtherEntries({ resource, entries }: { resource: AnyResource; entries: readonly TimelineEntry[] }) {
  const parts = new Map<string, TimelineEntry[]>();
  for (const entry of entries)
    if (entry.of) parts.set(entry.of.resource, [...(parts.get(entry.of.resource) ?? []), entry]);
  const changes = entries.filter(({ kind }) => kind === 'change');
  const messages = entries.filter(({ kind }) => kind === 'message' || kind === 'notice');
  const what = [
    ...(changes.length > 0 ? [translate(texts.changes, { n: changes.length })] : []),
    ...[...parts].flatMap(([name, { length: n }]) => {
      const part = findResource(name);
      return part ? [translate(texts.parts, { list: translate(part.label), n })] : [];
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
          <MessageOrAccessLine resource={resource} entry={entry} />
        </p>
      ))}
    </details>
  );
}

/** A change of a child row. */
export function ChildRowChange({ part, entry, titled }: { part: AnyResource; entry: TimelineEntry; titled?: boolean }) {
  const moved = stateText(part, entry, currentLocale());
  return (
    <div>
      {titled ? <p>{childRowChangeText([entry])}</p> : !entry.of && <p>{actionTexts(part, entry, currentLocale())}</p>}
      {moved && <p className="xj-timeline-moved">{moved}</p>}
      {entry.note && <p className="xj-timeline-note">{entry.note}</p>}
      <FieldChanges resource={part} entry={entry} />
    </div>
  );
}
