import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { loadChildRows } from '#web/resource/child-rows-calls.ts';
import { childResourceOf, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { PlanTotalsLine } from './day-and-plan-totals.tsx';
import { DayColumn } from './day-column.tsx';
import { DayRoutesMapAndStopSequence } from './day-routes-map-and-stop-sequence.tsx';
import { commandForKey } from './plan/builder-keyboard-commands.ts';
import { builderTexts } from './plan/builder-texts.ts';
import { readTourPlan, type StopPlace, stopsOfDay } from './plan/edit-tour-plan.ts';
import { dayErrorsAndWarnings, errorsByRow } from './plan/plan-errors-and-warnings.ts';
import { addTotals, totalsOfStops } from './plan/plan-totals-and-warnings.ts';
import './itinerary-builder.css';
import './itinerary-builder-on-phone.css';

/** Record panel with the plan of an itinerary, product or template, read only: days, totals, warnings and route. */
export default function ReadOnlyDayPlanPanel({ resource, row }: RecordPanelProps) {
  // records only contain the length of a long plan
  const isWhole = Array.isArray(row.days) && Array.isArray(row.stops);
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'plan', row.id, row.version],
    queryFn: ({ signal }) => loadChildRows(resource, row, { signal }),
    enabled: !isWhole,
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  const whole = isWhole ? row : data;
  return whole ? <ReadPlan resource={resource} row={whole} /> : <Skeleton active title={false} />;
}

function ReadPlan({ resource, row }: { resource: RecordPanelProps['resource']; row: WireRow }) {
  const [wanted, setChosen] = useState<StopPlace>({ day: 0, at: -1 });
  const element = useRef<HTMLDivElement>(null);
  const { days: dayList, stops: stopList } = resource.fields;
  if (!dayList || !stopList) return null;
  const plan = readTourPlan(childRowsIn(row.days), childRowsIn(row.stops), () => ({}));
  const byDay = plan.days.map((_, day) => stopsOfDay(plan, day));
  const chosen = { day: Math.min(wanted.day, plan.days.length - 1), at: wanted.at };
  const nothing = errorsByRow([], {});
  const press = (event: KeyboardEvent) => {
    const command = commandForKey(
      event,
      chosen,
      byDay.map((stops) => stops.length),
    );
    if (command?.do !== 'go') return;
    event.preventDefault();
    event.stopPropagation();
    setChosen(command.to);
    element.current?.querySelector<HTMLElement>(`[data-place="${command.to.day}:${command.to.at}"]`)?.focus();
  };
  const area = row.departure_area ?? row.from_area;
  return (
    <section className="xj-plan" aria-label={translate(builderTexts.board)}>
      <PlanTotalsLine totals={addTotals(byDay.map(totalsOfStops))} days={plan.days.length} stops={plan.stops.length} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the cards in it */}
      <div className="xj-plan-board" ref={element} onKeyDown={press}>
        <ol className="xj-plan-days">
          {plan.days.map((day, at) => (
            <DayColumn
              key={day.id ?? day.key ?? at}
              {...{ dayList, stopList, chosen }}
              day={at}
              row={day}
              stops={byDay[at] ?? []}
              notes={dayErrorsAndWarnings({
                row: day,
                dayErrors: nothing,
                stopErrors: nothing,
                stops: byDay[at] ?? [],
                dayChild: childResourceOf(dayList),
                stopChild: childResourceOf(stopList),
                listed: Object.hasOwn(resource.fields, 'extras') ? childRowsIn(row.extras) : undefined,
              })}
              disabled
              mayAdd={false}
              target={undefined}
              onOpen={setChosen}
              onAdd={setChosen}
            />
          ))}
        </ol>
      </div>
      <DayRoutesMapAndStopSequence plan={plan} chosen={chosen} areaCode={typeof area === 'string' ? area : undefined} />
    </section>
  );
}
