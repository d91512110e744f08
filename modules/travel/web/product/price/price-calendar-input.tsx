import { Button } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { maxChildRowsOfList } from '#kernel/kind/linked/child-rows.ts';
import { addDays, toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import { formatMonth } from '#web/cell/format/long-day-month-and-weekday-format.ts';
import { toast } from '#web/feedback/toast.ts';
import type { CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import type { FieldErrors } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { newChildRow } from '#web/input/rows/add-copy-and-reorder-child-rows.ts';
import { type UndoRedo, useUndoRedo } from '#web/input/rows/use-undo-redo.ts';
import { type ChildRow, childResourceOf, childRowFields, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { addMonths } from '#web/table/lens/month-of-calendar-lens.ts';
import {
  arrowKeyDays,
  clearPricesOfDays,
  type DayRange,
  futureDaysOfRange,
  isSoldOut,
  pricesByDay,
  setPricesOfDays,
} from './edit-prices-of-days.ts';
import { PriceCalendarMonth } from './price-calendar-month.tsx';
import { priceCalendarTexts } from './price-calendar-texts.ts';
import { PriceOfDaysForm } from './price-of-days-form.tsx';
import './price-calendar.css';

const everyDay: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6]);
const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** Prices of the form with undo; starts again when the form gets other rows. */
function usePrices(given: unknown, put: (rows: readonly ChildRow[]) => void) {
  const current = useRef<{ given: unknown; rows: readonly ChildRow[] }>(undefined);
  if (current.current?.given !== given) current.current = { given, rows: childRowsIn(given) };
  const rows = current.current?.rows ?? [];
  const steps = useUndoRedo(rows, (next) => {
    current.current = { given: next, rows: next };
    put(next);
  });
  return { rows, steps };
}

/** Groups errors of a form (`3.adult`) by day. */
function wrongDays(given: unknown, errors: FieldErrors, own: Fields): { day: string; message: string }[] {
  return Object.entries(errors).flatMap(([place, [message]]) => {
    const [at, part = ''] = place.split('.');
    const day = String(childRowsIn(given)[Number(at)]?.date ?? '');
    const label = own[part]?.label;
    return message
      ? [{ day, message: translate(priceCalendarTexts.wrong, { day, label: label ? translate(label) : '', message }) }]
      : [];
  });
}

interface ChosenDays {
  readonly field: AnyField;
  readonly rows: readonly ChildRow[];
  readonly days: readonly string[];
  readonly prices: ReadonlyMap<string, ChildRow>;
  readonly steps: UndoRedo;
  make(): ChildRow;
}

/** Fills the chosen days up to the row limit, or removes their prices. */
function priceActions({ field, rows, days, prices, steps, make }: ChosenDays) {
  const fill = (priced: Readonly<Record<string, unknown>>) => {
    const room = maxChildRowsOfList(field) - rows.length;
    const added = days.filter((day) => !prices.has(day));
    const left = new Set(added.slice(Math.max(0, room)));
    const filled = days.filter((day) => !left.has(day));
    if (left.size > 0) toast.info(translate(priceCalendarTexts.most, { max: maxChildRowsOfList(field), n: left.size }));
    if (filled.length > 0) steps.put(setPricesOfDays(rows, filled, priced, make));
  };
  const clear = () => {
    const n = days.filter((day) => prices.has(day)).length;
    if (n === 0) return;
    steps.put(clearPricesOfDays(rows, days));
    toast.undo(translate(priceCalendarTexts.cleared, { n }), steps.undo);
  };
  return { fill, clear };
}

interface KeyActions {
  readonly steps: UndoRedo;
  choose(day: string, extend: boolean, focused: boolean): void;
  clear(): void;
  /** ID of the first input of the fill form. */
  readonly toFill: string;
}

/** Action of a key on a day; undefined: none. */
function actionOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  day: string,
  { steps, choose, clear, toFill }: KeyActions,
): (() => void) | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'z') return shiftKey ? steps.redo : steps.undo;
    return key.toLowerCase() === 'y' ? steps.redo : undefined;
  }
  const by = arrowKeyDays[key] ?? (key === 'PageUp' ? -28 : key === 'PageDown' ? 28 : undefined);
  if (by !== undefined) return () => choose(addDays(day, by), shiftKey, true);
  if (key === 'Delete') return clear;
  return key === 'Enter' || key === ' ' ? () => document.getElementById(toFill)?.focus() : undefined;
}

/** Chosen range and weekdays, typed values, and focus. */
function useDayChoice(today: string, prices: ReadonlyMap<string, ChildRow>) {
  const [range, setRange] = useState<DayRange>({ from: today, to: today });
  const [month, setMonth] = useState(today.slice(0, 7));
  const [weekdays, setWeekdays] = useState(everyDay);
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({});
  const element = useRef<HTMLFieldSetElement>(null);
  const focus = useRef(false);
  const focusDay = () => element.current?.querySelector<HTMLElement>(`[data-day="${range.to}"]`)?.focus();

  // after the day is drawn, possibly in another month
  useEffect(() => {
    if (!focus.current) return;
    focus.current = false;
    focusDay();
  });

  const choose = (day: string, extend: boolean, focused = false) => {
    const to = day < today ? today : day;
    focus.current = focused;
    setRange(extend ? { from: range.from, to } : { from: to, to });
    if (focused || !to.startsWith(month)) setMonth(to.slice(0, 7));
    const row = prices.get(to);
    // a single day starts with its own price, a range with the values typed last
    if (row && !extend) setTyped({ adult: row.adult, child: row.child, stock: row.stock });
  };
  return {
    range,
    month,
    weekdays,
    typed,
    element,
    setMonth,
    setWeekdays,
    setTyped,
    choose,
    focusDay,
    setRange(next: DayRange) {
      setRange(next);
      setMonth(next.from.slice(0, 7));
    },
  };
}

/** Form input for the prices of a product: a calendar on which ranges of days are filled together. */
export default function PriceCalendar({ id, fields, values, errors, describedBy, disabled, put }: CustomInputProps) {
  const [[name, field] = []] = Object.entries(fields);
  if (!name || !field) throw new Error('a calendar of prices is of prices');
  const child = childResourceOf(field);
  const given = values[name];
  const { rows, steps } = usePrices(given, (next) => put({ [name]: next }));
  const today = toShanghaiIso(serverNow() * 1000).slice(0, 10);
  const prices = pricesByDay(rows);
  const choice = useDayChoice(today, prices);
  const { range, month, weekdays, typed, element, setMonth, choose } = choice;
  const days = futureDaysOfRange(range, weekdays, today);
  const own = childRowFields(child, undefined);
  const isComplete = days.every((day) => prices.has(day)) || (isGiven(typed.adult) && isGiven(typed.stock));
  const wrong = wrongDays(given, errors[name] ?? {}, own);
  const { fill, clear } = priceActions({ field, rows, days, prices, steps, make: () => newChildRow(own) });
  const fillTyped = () => {
    if (disabled || !isComplete) return;
    fill(Object.fromEntries(Object.entries(typed).filter(([, value]) => isGiven(value))));
  };
  const clearDays = () => {
    if (!disabled) clear();
  };
  const press = (event: KeyboardEvent, day: string) => {
    const action = actionOf(event, day, { steps, choose, clear: clearDays, toFill: `${id}-fill-adult` });
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return (
    <fieldset
      ref={element}
      className="xj-bare-fieldset xj-price"
      aria-label={translate(field.label)}
      aria-describedby={describedBy}
    >
      <PriceHead
        {...{ id, field, rows, month, disabled }}
        onMonth={setMonth}
        onThisMonth={() => choose(today, false, true)}
        onUndo={steps.undo}
      />
      <div className="xj-price-body">
        <PriceCalendarMonth
          {...{ month, today, prices, range }}
          chosen={new Set(days)}
          wrong={new Set(wrong.map(({ day }) => day))}
          onChoose={choose}
          onKey={press}
        />
        {!disabled && (
          <PriceOfDaysForm
            {...{ id, range, weekdays, isComplete }}
            fields={own}
            values={typed}
            count={days.length}
            onRange={choice.setRange}
            onWeekdays={choice.setWeekdays}
            onValues={choice.setTyped}
            onFill={fillTyped}
            onSoldOut={() => fill({ stock: 0, ...(isGiven(typed.adult) ? { adult: typed.adult } : {}) })}
            onClear={clearDays}
            onLeave={choice.focusDay}
          />
        )}
      </div>
      {wrong.map((one) => (
        <p key={one.message} className="xj-form-field-error">
          {one.message}
        </p>
      ))}
      <p className="xj-price-note xj-price-keys">{translate(priceCalendarTexts.keys)}</p>
    </fieldset>
  );
}

interface PriceHeadProps {
  readonly id: string;
  readonly field: AnyField;
  readonly rows: readonly ChildRow[];
  readonly month: string;
  readonly disabled: boolean;
  onMonth(month: string): void;
  onThisMonth(): void;
  onUndo(): void;
}

/** Number of priced days, month navigation and undo. */
function PriceHead({ id, field, rows, month, disabled, onMonth, onThisMonth, onUndo }: PriceHeadProps) {
  return (
    <div className="xj-price-head">
      <b>{translate(field.label)}</b>
      <span className="xj-price-note">
        {translate(priceCalendarTexts.count, { n: rows.length, sold: rows.filter(isSoldOut).length })}
      </span>
      <div className="xj-price-tools">
        <Button id={id} aria-label={translate(priceCalendarTexts.before)} onClick={() => onMonth(addMonths(month, -1))}>
          ‹
        </Button>
        <h3 aria-live="polite">{formatMonth(month, currentLocale())}</h3>
        <Button aria-label={translate(priceCalendarTexts.after)} onClick={() => onMonth(addMonths(month, 1))}>
          ›
        </Button>
        <Button onClick={onThisMonth}>{translate(priceCalendarTexts.thisMonth)}</Button>
        <Button disabled={disabled} onClick={onUndo}>
          {translate(priceCalendarTexts.undo)}
        </Button>
      </div>
    </div>
  );
}
