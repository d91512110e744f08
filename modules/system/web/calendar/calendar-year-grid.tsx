import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { addDays, weekdayOf } from '#kernel/time/shanghai-time.ts';
import { formatLongDay } from '#web/cell/format/long-day-month-and-weekday-format.ts';
import { currentLocale, languageTag, translate } from '#web/i18n/locale.ts';
import type { SpecialDay } from '../../contract/special-calendar-days-answer.ts';
import {
  appearanceOfDay,
  type DayAppearance,
  dayAppearanceTexts,
  dayName,
  daysFromTo,
  groupConsecutiveDays,
  type UnsavedDayMarkings,
} from './calendar-day-markings.ts';

const texts = {
  day: text('{date} {look}{name}{unsaved}', '{date}, {look}{name}{unsaved}'),
  unsaved: text('，尚未保存', ', not saved'),
  days: text('全年各日', 'Days of the year'),
  todayIs: text('今天', 'today'),
};

interface CalendarMonthsProps {
  readonly year: number;
  readonly today: string;
  readonly markedDays: ReadonlyMap<string, SpecialDay>;
  readonly marked: UnsavedDayMarkings;
  /** Whether dragging marks days; otherwise it scrolls. */
  readonly brushing: boolean;
  /** Marks days, in addition to what was marked when the pointer went down. */
  onMark(base: UnsavedDayMarkings, days: readonly string[]): void;
}

const utc = (date: string) => new Date(`${date}T00:00:00Z`);
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const dayAt = (target: Element | null): string | undefined => target?.closest<HTMLElement>('[data-date]')?.dataset.date;

interface ShownDay {
  readonly date: string;
  readonly look: DayAppearance;
  readonly name: string;
  readonly unsaved: boolean;
}

interface MonthProps {
  readonly year: number;
  /** From 0. */
  readonly index: number;
  readonly today: string;
  /** The day with keyboard focus. */
  readonly current: string;
  look(date: string): ShownDay;
  onFocus(date: string): void;
}

function Month({ year, index, today, current, look, onFocus }: MonthProps) {
  const start = monthStart(year, index);
  const days = daysFromTo(start, addDays(monthStart(year, index + 1), -1)).map(look);
  const named = days.filter((one) => one.look === 'holiday' || one.look === 'makeup' || one.unsaved);
  const month = new Intl.DateTimeFormat(languageTag(), { month: 'long', timeZone: 'UTC' }).format(utc(start));
  const narrow = new Intl.DateTimeFormat(languageTag(), { weekday: 'narrow', timeZone: 'UTC' });
  return (
    <section aria-label={month}>
      <h3>{month}</h3>
      <div className="xj-year-week" aria-hidden="true">
        {/* 5 January 2026 was a Monday */}
        {[5, 6, 7, 8, 9, 10, 11].map((day) => (
          <span key={day}>{narrow.format(new Date(Date.UTC(2026, 0, day)))}</span>
        ))}
      </div>
      <div className="xj-year-days">
        {days.map((one, place) => (
          <Day
            key={one.date}
            {...one}
            column={place === 0 ? ((weekdayOf(one.date) + 6) % 7) + 1 : undefined}
            today={one.date === today}
            holds={one.date === current}
            label={formatLongDay(one.date, currentLocale())}
            onFocus={() => onFocus(one.date)}
          />
        ))}
      </div>
      <ul className="xj-year-named">
        {groupConsecutiveDays(named).map((one) => (
          <li key={`${one.days} ${one.name}`} data-look={one.look}>
            <span>{one.days}</span> {one.name || translate(dayAppearanceTexts[one.look].label)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** First day of a month, counted from 0; 12 is January of the next year. */
const monthStart = (year: number, index: number): string =>
  index === 12 ? `${year + 1}-01-01` : `${year}-${String(index + 1).padStart(2, '0')}-01`;

/** The twelve months of a year, weeks starting on Monday. One day has the keyboard focus; arrow keys move it. */
export function CalendarYearGrid({ year, today, markedDays, marked, brushing, onMark }: CalendarMonthsProps) {
  const all = useRef<HTMLFieldSetElement>(null);
  const first = today.startsWith(String(year)) ? today : `${year}-01-01`;
  const [at, setAt] = useState(first);
  const current = at.startsWith(String(year)) ? at : first;
  const hand = useRef<{ from: string; base: UnsavedDayMarkings }>(undefined);
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    all.current?.querySelector<HTMLElement>(`[data-date="${current}"]`)?.focus();
  }, [current]);

  const begin = (event: PointerEvent) => {
    const day = dayAt(event.target as Element);
    if (!brushing || day === undefined || event.button !== 0) return;
    event.preventDefault();
    hand.current = { from: day, base: marked };
    (event.target as Element).closest<HTMLElement>('[data-date]')?.focus({ preventScroll: true });
    onMark(marked, [day]);
  };
  const drag = (event: PointerEvent) => {
    const day = hand.current && dayAt(document.elementFromPoint(event.clientX, event.clientY));
    if (!hand.current || day === undefined) return;
    onMark(hand.current.base, daysFromTo(hand.current.from, day));
  };
  const end = () => {
    hand.current = undefined;
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = addDays(current, step);
      if (!next.startsWith(String(year))) return;
      moved.current = true;
      setAt(next);
      if (event.shiftKey && brushing) onMark(marked, daysFromTo(current, next));
    } else if ((event.key === ' ' || event.key === 'Enter') && brushing) {
      event.preventDefault();
      onMark(marked, [current]);
    }
  };

  const shown = (date: string): ShownDay => {
    const change = marked.get(date);
    const stored = markedDays.get(date);
    const look = appearanceOfDay(date, change ? change.kind : stored?.kind);
    return { date, look, name: (change ? change.name : dayName(stored)) ?? '', unsaved: change !== undefined };
  };
  return (
    <fieldset
      ref={all}
      aria-label={translate(texts.days)}
      className="xj-year-months"
      data-brushing={brushing || undefined}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onPointerLeave={end}
      onKeyDown={press}
    >
      {Array.from({ length: 12 }, (_, index) => (
        <Month
          // biome-ignore lint/suspicious/noArrayIndexKey: months are identified by their position
          key={`${year}-${index}`}
          year={year}
          index={index}
          today={today}
          current={current}
          look={shown}
          onFocus={setAt}
        />
      ))}
    </fieldset>
  );
}

interface DayProps {
  readonly date: string;
  readonly look: DayAppearance;
  readonly name: string;
  readonly unsaved: boolean;
  /** Column of the first day of a month within the week. */
  readonly column: number | undefined;
  readonly today: boolean;
  readonly holds: boolean;
  readonly label: string;
  onFocus(): void;
}

function Day({ date, look, name, unsaved, column, today, holds, label, onFocus }: DayProps) {
  const { label: looks, sign } = dayAppearanceTexts[look];
  const description = translate(texts.day, {
    date: today ? `${label} (${translate(texts.todayIs)})` : label,
    look: translate(looks),
    name: name && ` ${name}`,
    unsaved: unsaved ? translate(texts.unsaved) : '',
  });
  return (
    <button
      type="button"
      className="xj-day"
      data-date={date}
      data-look={look}
      data-sign={translate(sign)}
      data-unsaved={unsaved || undefined}
      data-today={today || undefined}
      aria-current={today ? 'date' : undefined}
      aria-label={description}
      title={name || undefined}
      tabIndex={holds ? 0 : -1}
      style={column === undefined ? undefined : { gridColumnStart: column }}
      onFocus={onFocus}
    >
      {Number(date.slice(8))}
    </button>
  );
}
