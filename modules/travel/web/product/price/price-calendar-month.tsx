import type { KeyboardEvent } from 'react';
import { weekdayOf } from '#kernel/time/shanghai-time.ts';
import { formatLongDay } from '#web/cell/format/long-day-month-and-weekday-format.ts';
import { currentLocale, languageTag, translate } from '#web/i18n/locale.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import { monthWeeks } from '#web/table/lens/month-of-calendar-lens.ts';
import { type DayRange, isSoldOut } from './edit-prices-of-days.ts';
import { priceCalendarTexts } from './price-calendar-texts.ts';

interface PriceMonthProps {
  readonly month: string;
  readonly today: string;
  readonly prices: ReadonlyMap<string, ChildRow>;
  readonly range: DayRange;
  /** Days of it that would be filled. */
  readonly chosen: ReadonlySet<string>;
  /** Days with errors. */
  readonly wrong: ReadonlySet<string>;
  onChoose(day: string, extend: boolean): void;
  onKey(event: KeyboardEvent, day: string): void;
}

/** Price without `.00`, as cells are narrow. */
const shortPrice = (price: unknown): string => String(price).replace(/\.00$/, '');

/** A month of the price calendar; past days are shown but cannot be chosen. */
export function PriceCalendarMonth({ month, today, prices, range, chosen, wrong, onChoose, onKey }: PriceMonthProps) {
  const weeks = monthWeeks(month);
  const weekday = new Intl.DateTimeFormat(languageTag(), { weekday: 'short', timeZone: 'UTC' });
  const days = weeks.flat();
  // Tab stop: the last chosen day, else the first day of the month that can be chosen
  const entry = days.includes(range.to) ? range.to : days.find((day) => day >= today && day.startsWith(month));
  const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
  return (
    <table className="xj-price-month">
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekday.format(dateOf(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]} data-past={week.every((day) => day < today && !prices.has(day)) || undefined}>
            {week.map((day) => (
              <td key={day} data-outside={!day.startsWith(month) || undefined}>
                <DayButton
                  {...{ day, onChoose, onKey }}
                  row={prices.get(day)}
                  isToday={day === today}
                  isPast={day < today}
                  isChosen={chosen.has(day)}
                  isWrong={wrong.has(day)}
                  isEntry={day === entry}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayButtonProps extends Pick<PriceMonthProps, 'onChoose' | 'onKey'> {
  readonly day: string;
  /** Price row of the day, if there is one. */
  readonly row: ChildRow | undefined;
  readonly isToday: boolean;
  readonly isPast: boolean;
  readonly isChosen: boolean;
  readonly isWrong: boolean;
  /** Whether it is the Tab stop. */
  readonly isEntry: boolean;
}

function DayButton({ day, row, isToday, isPast, isChosen, isWrong, isEntry, onChoose, onKey }: DayButtonProps) {
  const sold = row !== undefined && isSoldOut(row);
  const price = row ? `¥${shortPrice(row.adult ?? '—')}` : '';
  const stock = row
    ? sold
      ? translate(priceCalendarTexts.sold)
      : translate(priceCalendarTexts.left, { n: row.stock ?? '—' })
    : '';
  return (
    <button
      type="button"
      className="xj-price-day"
      data-day={day}
      data-past={isPast || undefined}
      data-chosen={isChosen || undefined}
      data-sold={sold || undefined}
      data-priced={row ? true : undefined}
      data-wrong={isWrong || undefined}
      data-rest={weekdayOf(day) % 6 === 0 || undefined}
      aria-pressed={isChosen}
      disabled={isPast}
      tabIndex={isEntry ? 0 : -1}
      onPointerDown={(event) => {
        // dragging by touch scrolls: days are then chosen one by one, or by the date inputs
        if (event.button !== 0 || event.pointerType !== 'mouse') return;
        event.currentTarget.focus();
        onChoose(day, event.shiftKey);
      }}
      onPointerEnter={(event) => {
        if (event.buttons === 1 && event.pointerType === 'mouse') onChoose(day, true);
      }}
      onClick={(event) => {
        if (!isMouse(event.nativeEvent)) onChoose(day, false);
      }}
      onKeyDown={(event) => onKey(event, day)}
    >
      <span className="xj-price-date" aria-current={isToday ? 'date' : undefined}>
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <span className="xj-visually-hidden">{formatLongDay(day, currentLocale())}</span>
      </span>
      {!row && (
        <span className="xj-visually-hidden">
          {translate(isPast ? priceCalendarTexts.past : priceCalendarTexts.none)}
        </span>
      )}
      {row && <b>{price}</b>}
      {row?.child ? (
        <span className="xj-price-child">{translate(priceCalendarTexts.child, { price: shortPrice(row.child) })}</span>
      ) : null}
      {row && <span className="xj-price-stock">{stock}</span>}
    </button>
  );
}

const isMouse = (event: MouseEvent): boolean => event instanceof PointerEvent && event.pointerType === 'mouse';
