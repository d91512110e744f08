import { Button } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { maxRowsOfList } from '#kernel/kind/linked/rows.ts';
import { addDays, toShanghaiIso } from '#kernel/time/calendar.ts';
import { formatMonth } from '#web/cell/calendar-format.ts';
import { toast } from '#web/feedback/toast.ts';
import type { OwnInputProps } from '#web/form/own-input.ts';
import { serverNow } from '#web/http/clock.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { newRow } from '#web/input/rows/row-values.ts';
import { useSteps } from '#web/input/rows/use-steps.ts';
import { childOf, type ListRow, rowFields, rowsIn } from '#web/resource/list-rows.ts';
import { addMonth } from '#web/table/lens/month.ts';
import { clearPrices, type DayRange, daysOf, givePrices, isSoldOut, pricesByDay, walkDays } from './price-days.ts';
import { PriceFill } from './price-fill.tsx';
import { PriceMonth } from './price-month.tsx';
import { priceTexts } from './price-texts.ts';
import './price.css';

const everyDay: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6]);
const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** What a product costs, day by day on a calendar: days are chosen together and filled at once. */
export default function PriceInput({ id, fields, values, errors, describedBy, disabled, put }: OwnInputProps) {
  const [[name, field] = []] = Object.entries(fields);
  if (!name || !field) throw new Error('a calendar of prices is of prices');
  const child = childOf(field);
  const given = values[name];
  // the same rows until the form holds others
  const current = useRef<{ given: unknown; rows: readonly ListRow[] }>(undefined);
  if (current.current?.given !== given) current.current = { given, rows: rowsIn(given) };
  const rows = current.current?.rows ?? [];
  const steps = useSteps(rows, (next) => {
    current.current = { given: next, rows: next };
    put({ [name]: next });
  });
  const today = toShanghaiIso(serverNow() * 1000).slice(0, 10);
  const [range, setRange] = useState<DayRange>({ from: today, to: today });
  const [month, setMonth] = useState(today.slice(0, 7));
  const [weekdays, setWeekdays] = useState(everyDay);
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({});
  const element = useRef<HTMLFieldSetElement>(null);
  const focus = useRef(false);
  const prices = pricesByDay(rows);
  const days = daysOf(range, weekdays, today);
  const own = rowFields(child, undefined);
  const isComplete = days.every((day) => prices.has(day)) || (isGiven(typed.adult) && isGiven(typed.stock));
  const wrong = Object.entries(errors[name] ?? {}).flatMap(([place, [message]]) => {
    const [at, part = ''] = place.split('.');
    const day = String(rowsIn(given)[Number(at)]?.date ?? '');
    const label = own[part]?.label;
    return message
      ? [{ day, message: translate(priceTexts.wrong, { day, label: label ? translate(label) : '', message }) }]
      : [];
  });

  // after the day is drawn, maybe in another month
  useEffect(() => {
    if (!focus.current) return;
    focus.current = false;
    element.current?.querySelector<HTMLElement>(`[data-day="${range.to}"]`)?.focus();
  });

  const choose = (day: string, extend: boolean, focused = false) => {
    const to = day < today ? today : day;
    focus.current = focused;
    setRange(extend ? { from: range.from, to } : { from: to, to });
    if (focused || !to.startsWith(month)) setMonth(to.slice(0, 7));
    const row = prices.get(to);
    // one day that has a price begins with what it has; others with what was typed last
    if (row && !extend) setTyped({ adult: row.adult, child: row.child, stock: row.stock });
  };
  const fill = (priced: Readonly<Record<string, unknown>>) => {
    const room = maxRowsOfList(field) - rows.length;
    const added = days.filter((day) => !prices.has(day));
    const left = new Set(added.slice(Math.max(0, room)));
    const filled = days.filter((day) => !left.has(day));
    if (left.size > 0) toast.info(translate(priceTexts.most, { max: maxRowsOfList(field), n: left.size }));
    if (filled.length > 0) steps.put(givePrices(rows, filled, priced, () => newRow(own)));
  };
  const fillTyped = () => {
    if (disabled || !isComplete) return;
    fill(Object.fromEntries(Object.entries(typed).filter(([, value]) => isGiven(value))));
  };
  const clear = () => {
    if (disabled) return;
    const n = days.filter((day) => prices.has(day)).length;
    if (n === 0) return;
    steps.put(clearPrices(rows, days));
    toast.undo(translate(priceTexts.cleared, { n }), steps.undo);
  };
  const press = (event: KeyboardEvent, day: string) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const take = (done: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      done();
    };
    if (altKey) return;
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() === 'z') take(shiftKey ? steps.redo : steps.undo);
      else if (key.toLowerCase() === 'y') take(steps.redo);
      return;
    }
    const by = walkDays[key];
    if (by !== undefined) take(() => choose(addDays(day, by), shiftKey, true));
    else if (key === 'PageUp' || key === 'PageDown')
      take(() => choose(addDays(day, key === 'PageUp' ? -28 : 28), shiftKey, true));
    else if (key === 'Delete') take(clear);
    else if (key === 'Enter' || key === ' ') take(() => document.getElementById(`${id}-fill-adult`)?.focus());
  };
  const monthName = formatMonth(month, currentLocale());
  return (
    <fieldset
      ref={element}
      className="xj-bare-fieldset xj-price"
      aria-label={translate(field.label)}
      aria-describedby={describedBy}
    >
      <div className="xj-price-head">
        <b>{translate(field.label)}</b>
        <span className="xj-price-note">
          {translate(priceTexts.count, { n: rows.length, sold: rows.filter(isSoldOut).length })}
        </span>
        <div className="xj-price-tools">
          <Button id={id} aria-label={translate(priceTexts.before)} onClick={() => setMonth(addMonth(month, -1))}>
            ‹
          </Button>
          <h3 aria-live="polite">{monthName}</h3>
          <Button aria-label={translate(priceTexts.after)} onClick={() => setMonth(addMonth(month, 1))}>
            ›
          </Button>
          <Button onClick={() => choose(today, false, true)}>{translate(priceTexts.thisMonth)}</Button>
          <Button disabled={disabled} onClick={steps.undo}>
            {translate(priceTexts.undo)}
          </Button>
        </div>
      </div>
      <div className="xj-price-body">
        <PriceMonth
          {...{ month, today, prices, range }}
          chosen={new Set(days)}
          wrong={new Set(wrong.map(({ day }) => day))}
          onChoose={choose}
          onKey={press}
        />
        {!disabled && (
          <PriceFill
            {...{ id, range, weekdays, isComplete }}
            fields={own}
            values={typed}
            count={days.length}
            onRange={(next) => {
              setRange(next);
              setMonth(next.from.slice(0, 7));
            }}
            onWeekdays={setWeekdays}
            onValues={setTyped}
            onFill={fillTyped}
            onSoldOut={() => fill({ stock: 0, ...(isGiven(typed.adult) ? { adult: typed.adult } : {}) })}
            onClear={clear}
            onLeave={() => element.current?.querySelector<HTMLElement>(`[data-day="${range.to}"]`)?.focus()}
          />
        )}
      </div>
      {wrong.map((one) => (
        <p key={one.message} className="xj-form-field-error">
          {one.message}
        </p>
      ))}
      <p className="xj-price-note xj-price-keys">{translate(priceTexts.keys)}</p>
    </fieldset>
  );
}
