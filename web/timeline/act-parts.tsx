import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { currentLocale, speak } from '#web/i18n/locale.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { ChangeList } from '#web/timeline/change-list.tsx';
import { actionWords, stateWords } from '#web/timeline/change-words.ts';
import type { TimelineLine } from '#web/timeline/fold-acts.ts';
import { ToldLine } from '#web/timeline/told-line.tsx';

const words = {
  part: text('{list}“{title}”：{action}', '{list} “{title}”: {action}'),
  parts: text('{list}：{n} 处变动', '{list}: {n} changes'),
  further: text('同时：{what}', 'With it: {what}'),
  changes: text('{n} 项更新', '{n} further changes'),
  messages: text('通知 {n} 条', '{n} messages'),
  separator: text('，', ', '),
};

/** One change of one row of a list is told whole; several are counted. */
export function partWords(line: TimelineLine): string | undefined {
  const [{ of, ...entry }] = line;
  const part = of && findResource(of.resource);
  if (!part) return undefined;
  const list = speak(part.label);
  if (line.length > 1) return speak(words.parts, { list, n: line.length });
  return speak(words.part, { list, title: of.title ?? `#${of.id}`, action: actionWords(part, entry, currentLocale()) });
}

/** What else one act wrote, counted by what it was: a line that opens. */
export function Further({ resource, entries }: { resource: AnyResource; entries: readonly TimelineEntry[] }) {
  const parts = new Map<string, TimelineEntry[]>();
  for (const entry of entries)
    if (entry.of) parts.set(entry.of.resource, [...(parts.get(entry.of.resource) ?? []), entry]);
  const changes = entries.filter(({ kind }) => kind === 'change');
  const messages = entries.filter(({ kind }) => kind === 'message' || kind === 'notice');
  const what = [
    ...(changes.length > 0 ? [speak(words.changes, { n: changes.length })] : []),
    ...[...parts].flatMap(([name, { length: n }]) => {
      const part = findResource(name);
      return part ? [speak(words.parts, { list: speak(part.label), n })] : [];
    }),
    ...(messages.length > 0 ? [speak(words.messages, { n: messages.length })] : []),
  ];
  if (what.length === 0) return null;
  return (
    <details className="xj-timeline-parts">
      <summary>{speak(words.further, { what: what.join(speak(words.separator)) })}</summary>
      {changes.map((entry) => (
        <Part key={`change ${entry.id}`} part={resource} entry={entry} />
      ))}
      {[...parts].flatMap(([name, those]) => {
        const part = findResource(name);
        return part ? those.map((entry) => <Part key={`${name} ${entry.id}`} part={part} entry={entry} titled />) : [];
      })}
      {messages.map((entry) => (
        <p key={`${entry.kind} ${String(entry.told?.by)} ${entry.id}`}>
          <ToldLine resource={resource} entry={entry} />
        </p>
      ))}
    </details>
  );
}

/** A change of a row that is part of the record. */
export function Part({ part, entry, titled }: { part: AnyResource; entry: TimelineEntry; titled?: boolean }) {
  const moved = stateWords(part, entry, currentLocale());
  return (
    <div>
      {titled ? <p>{partWords([entry])}</p> : !entry.of && <p>{actionWords(part, entry, currentLocale())}</p>}
      {moved && <p className="xj-timeline-moved">{moved}</p>}
      {entry.note && <p className="xj-timeline-note">{entry.note}</p>}
      <ChangeList resource={part} entry={entry} />
    </div>
  );
}
