import { useDroppable } from '@dnd-kit/core';
import { Fragment } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { translate } from '#web/i18n/locale.ts';
import { childRowKey } from '#web/input/rows/add-copy-and-reorder-child-rows.ts';
import { type ChildRow, childResourceOf } from '#web/resource/child-rows-in-form.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { DayTotalsLine } from './day-and-plan-totals.tsx';
import { builderTexts } from './plan/builder-texts.ts';
import type { StopPlace } from './plan/edit-tour-plan.ts';
import { formatMinutes } from './plan/format-duration.ts';
import type { DayErrorsAndWarnings } from './plan/plan-errors-and-warnings.ts';
import { minutesBetweenStops, totalsOfStops } from './plan/plan-totals-and-warnings.ts';
import { StopCard } from './stop-card.tsx';

export interface DayColumnProps {
  readonly day: number;
  readonly row: ChildRow;
  readonly stops: readonly ChildRow[];
  readonly dayList: AnyField;
  readonly stopList: AnyField;
  readonly chosen: StopPlace;
  readonly notes: DayErrorsAndWarnings;
  readonly disabled: boolean;
  readonly mayAdd: boolean;
  /** Index at which a dragged stop would be dropped on this day. */
  readonly target: number | undefined;
  onOpen(place: StopPlace): void;
  onAdd(place: StopPlace): void;
}

/** Meals of a day as text. */
function describeMeals(row: ChildRow, list: AnyField): string {
  const { fields } = childResourceOf(list);
  const named = (state: string) =>
    ['breakfast', 'lunch', 'dinner'].flatMap((meal) =>
      row[meal] === state && fields[meal] ? [translate(fields[meal].label)] : [],
    );
  const [included, own] = [named('included'), named('self')];
  const join = (meals: readonly string[]) => meals.join(translate(builderTexts.and));
  const parts = [
    ...(included.length > 0 ? [translate(builderTexts.included, { meals: join(included) })] : []),
    ...(own.length > 0 ? [translate(builderTexts.own, { meals: join(own) })] : []),
  ];
  return parts.length > 0 ? parts.join(' · ') : translate(builderTexts.noMeals);
}

/** Column of a day: head, stops, totals and warnings. */
export function DayColumn(props: DayColumnProps) {
  const { day, row, stops, dayList, stopList, chosen, notes, disabled, mayAdd, target, onOpen, onAdd } = props;
  const drop = useDroppable({ id: `day ${day}`, data: { day } });
  const gaps = minutesBetweenStops(stops);
  const isHere = (at: number) => chosen.day === day && chosen.at === at;
  const title = typeof row.title === 'string' && row.title !== '' ? row.title : undefined;
  const no = translate(builderTexts.day, { n: day + 1 });
  return (
    <li className="xj-plan-day" aria-label={title ? `${no} ${title}` : no} ref={drop.setNodeRef}>
      <DayHead {...{ day, row, dayList, title, onOpen }} chosen={isHere(-1)} messages={notes.day} />
      <ol className="xj-plan-stops">
        {stops.map((stop, at) => (
          <Fragment key={childRowKey(stop)}>
            {target === at && <li className="xj-plan-here" aria-hidden="true" />}
            {(gaps[at] ?? 0) > 0 && target !== at && (
              <li className="xj-plan-way">
                <span>{translate(builderTexts.way, { time: formatMinutes(gaps[at] ?? 0) })}</span>
              </li>
            )}
            <li>
              <StopCard
                stop={stop}
                place={{ day, at }}
                list={stopList}
                chosen={isHere(at)}
                focusable={isHere(at)}
                disabled={disabled}
                wrong={notes.wrong(childRowKey(stop))}
                warnings={notes.warned(at)}
                onOpen={() => onOpen({ day, at })}
              />
            </li>
          </Fragment>
        ))}
        {target === stops.length && <li className="xj-plan-here" aria-hidden="true" />}
        {stops.length === 0 && target === undefined && (
          <li className="xj-plan-none">{translate(builderTexts.noStops)}</li>
        )}
      </ol>
      {mayAdd && (
        <button
          type="button"
          className="xj-plan-add"
          aria-label={translate(builderTexts.addStopOn, { n: day + 1 })}
          onClick={() => onAdd({ day, at: stops.length - 1 })}
        >
          + {translate(builderTexts.addStop)}
        </button>
      )}
      {notes.warnings.length > 0 && (
        <ul className="xj-plan-warnings" aria-label={translate(builderTexts.wrong)}>
          {notes.warnings.map((message) => (
            <li key={message} className="xj-plan-warning">
              {message}
            </li>
          ))}
        </ul>
      )}
      <DayTotalsLine totals={totalsOfStops(stops)} />
    </li>
  );
}

interface DayHeadProps extends Pick<DayColumnProps, 'day' | 'row' | 'dayList' | 'onOpen'> {
  readonly title: string | undefined;
  readonly chosen: boolean;
  /** Errors in fields of the day. */
  readonly messages: readonly string[];
}

/** Head of a day: number, title, meals and hotel; opens the editor. */
function DayHead({ day, row, dayList, title, chosen, messages, onOpen }: DayHeadProps) {
  const standard = childResourceOf(dayList).fields.hotel_standard;
  const hasHotel = Boolean(row.hotel_name || row.hotel_standard);
  const no = translate(builderTexts.day, { n: day + 1 });
  return (
    <button
      type="button"
      className="xj-plan-head"
      data-place={`${day}:-1`}
      data-chosen={chosen || undefined}
      data-wrong={messages.length > 0 || undefined}
      aria-current={chosen || undefined}
      tabIndex={chosen ? 0 : -1}
      onClick={() => onOpen({ day, at: -1 })}
    >
      <span className="xj-plan-no">{no}</span>
      <span className="xj-plan-title" data-empty={title === undefined || undefined}>
        {title ?? translate(builderTexts.untitled)}
      </span>
      <span className="xj-plan-meals">{describeMeals(row, dayList)}</span>
      {hasHotel && (
        <span className="xj-plan-hotel">
          {row.hotel_name ? translate(builderTexts.hotel, { hotel: row.hotel_name }) : null}{' '}
          {standard && row.hotel_standard ? (
            <CellValue name="hotel_standard" field={standard} row={row as WireRow} />
          ) : null}
        </span>
      )}
      {messages.map((message) => (
        <span key={message} className="xj-plan-wrong">
          {message}
        </span>
      ))}
    </button>
  );
}
