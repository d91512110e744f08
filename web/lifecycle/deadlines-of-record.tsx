import type { DeadlineClock } from '#kernel/declaration/deadline-clock.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { endsAtInstant } from '#kernel/time/deadline.ts';
import type { ShownClock } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { DueCountdown } from '#web/cell/countdown-to-deadline.tsx';
import { formatDay, formatMinute } from '#web/cell/format/date-format.ts';
import { dueUnitOf } from '#web/cell/format/format-time-left-until-deadline.ts';
import { translate } from '#web/i18n/locale.ts';
import { lifecycleOf } from '#web/lifecycle/move/moves-offered-to-user.ts';

import './deadline-list.css';

const texts = {
  label: text('各项期限', 'Deadlines'),
  runs: text('{start} 起，{due} 止', 'From {start} to {due}'),
  estimated: text('暂估：当年放假安排尚未公布', 'Estimated: holidays of that year not announced yet'),
  paused: text('{date} 起中止', 'Suspended since {date}'),
  why: text('：{why}', ': {why}'),
  was: text('{from} 至 {to} 中止', 'Suspended {from} to {to}'),
  done: text('{date} 办结', 'Completed on {date}'),
  ended: text('已结束的期限（{n}）', 'Ended deadlines ({n})'),
  separator: text('，', ', '),
};

/**
 * The time limits of a record: those running with their deadlines, those suspended with the reason, and the article
 * each follows from.
 */
export function DeadlinesOfRecord({ resource, clocks }: { resource: AnyResource; clocks: readonly ShownClock[] }) {
  const open = clocks.filter((one) => one.status !== 'done');
  const ended = clocks.filter((one) => one.status === 'done');
  if (clocks.length === 0) return null;
  return (
    <section className="xj-clocks" aria-label={translate(texts.label)}>
      {open.length > 0 && (
        <ul>
          {open.map((one) => (
            <ClockLine key={`${one.clock} ${one.start_at}`} resource={resource} clock={one} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details>
          <summary>{translate(texts.ended, { n: ended.length })}</summary>
          <ul>
            {ended.map((one) => (
              <ClockLine key={`${one.clock} ${one.start_at} ${one.done_at}`} resource={resource} clock={one} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function ClockLine({ resource, clock }: { resource: AnyResource; clock: ShownClock }) {
  const { status, unit, start_at: start, due_at: due, done_at: done, pauses } = clock;
  const declared = lifecycleOf(resource)?.clocks?.[clock.clock] as DeadlineClock | undefined;
  const moment = endsAtInstant(unit) ? formatMinute : formatDay;
  const now = status === 'paused' ? pauses.find((one) => one.to === null) : undefined;
  const before = pauses.filter((one) => one.to !== null);
  return (
    <li data-status={status}>
      <strong>{declared ? translate(declared) : clock.clock}</strong>
      {now ? (
        <span className="xj-clock-paused">
          {translate(texts.paused, { date: moment(now.from) })}
          {pauseReason(now)}
        </span>
      ) : done === null ? (
        <DueCountdown due={due} unit={dueUnitOf(unit)} />
      ) : (
        <span>{translate(texts.done, { date: moment(done) })}</span>
      )}
      {!now && (
        <span className="xj-clock-span">{translate(texts.runs, { start: moment(start), due: moment(due) })}</span>
      )}
      {clock.estimated && done === null && <em>{translate(texts.estimated)}</em>}
      <span className="xj-clock-basis">
        {[clock.rule, clock.article].filter((part) => part).join(translate(texts.separator))}
      </span>
      {before.map((pause) => (
        <span key={pause.from} className="xj-clock-was">
          {translate(texts.was, { from: moment(pause.from), to: moment(pause.to ?? pause.from) })}
          {pauseReason(pause)}
        </span>
      ))}
    </li>
  );
}

/** Reason and document of a suspension; only officers get them. */
function pauseReason({ reason, document_no: document }: ShownClock['pauses'][number]): string {
  const why = [document, reason].filter((part) => part).join(' ');
  return why === '' ? '' : translate(texts.why, { why });
}
