import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { TimelineLine } from '#web/timeline/fold-timeline-entries-into-lines-by-transaction.ts';
import { timelineActionTexts, timelineStateText } from '#web/timeline/timeline-entry-texts.ts';
import { FieldChangesInTimeline } from './field-changes-in-timeline.tsx';

const texts = {
  part: text('{list}“{title}”：{action}', '{list} “{title}”: {action}'),
  parts: text('{list}：{n} 处变动', '{list}: {n} {n|change|changes}'),
};

/** Text of a number of changes in a list of child rows. */
export const childRowChangeCountText = (part: AnyResource, n: number): string =>
  translate(texts.parts, { list: translate(part.label), n });

/** Text of changes of child rows: a single change in full, several as a number. */
export function childRowChangeText(line: TimelineLine): string | undefined {
  const [{ of, ...entry }] = line;
  const part = of && findResource(of.resource);
  if (!part) return undefined;
  if (line.length > 1) return childRowChangeCountText(part, line.length);
  return translate(texts.part, {
    list: translate(part.label),
    title: of.title ?? `#${of.id}`,
    action: timelineActionTexts(part, entry, currentLocale()),
  });
}

/**
 * A change of a row of the resource `part`: a child row, or the record itself if the entry has no `of`. `titled`: names
 * the child row first.
 */
export function ChildRowChange({ part, entry, titled }: { part: AnyResource; entry: TimelineEntry; titled?: boolean }) {
  const moved = timelineStateText(part, entry, currentLocale());
  return (
    <div>
      {titled ? (
        <p>{childRowChangeText([entry])}</p>
      ) : (
        !entry.of && <p>{timelineActionTexts(part, entry, currentLocale())}</p>
      )}
      {moved && <p className="xj-timeline-moved">{moved}</p>}
      {entry.note && <p className="xj-timeline-note">{entry.note}</p>}
      <FieldChangesInTimeline resource={part} entry={entry} />
    </div>
  );
}
