import { Button, Checkbox } from 'antd';
import { type KeyboardEvent, useId, useRef } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { languageTag, translate } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import type { DayRange } from './edit-prices-of-days.ts';
import { priceCalendarTexts } from './price-calendar-texts.ts';

const ends = { from: field.date(priceCalendarTexts.from), to: field.date(priceCalendarTexts.to) };
/** Monday first. */
const week = [1, 2, 3, 4, 5, 6, 0] as const;

interface PriceFillProps {
  readonly id: string;
  readonly fields: Fields;
  readonly range: DayRange;
  readonly weekdays: ReadonlySet<number>;
  readonly values: Readonly<Record<string, unknown>>;
  /** Number of days that would be filled. */
  readonly count: number;
  /** Whether a day has no price yet, so that all values are required. */
  readonly isComplete: boolean;
  onRange(range: DayRange): void;
  onWeekdays(weekdays: ReadonlySet<number>): void;
  onValues(values: Readonly<Record<string, unknown>>): void;
  onFill(): void;
  onSoldOut(): void;
  onClear(): void;
  onLeave(): void;
}

/** Form that fills the chosen days, limited to weekdays, with prices and places. */
export function PriceOfDaysForm(props: PriceFillProps) {
  const { id, fields, range, weekdays, values, count, isComplete } = props;
  const own = useId();
  const latest = useRef(props);
  latest.current = props;
  const press = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.key === 'Escape') {
      event.stopPropagation();
      props.onLeave();
      return;
    }
    const isNumber = target instanceof HTMLInputElement && target.id.startsWith(`${id}-fill`);
    if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
    // Enter in a date must not submit the form
    event.preventDefault();
    if (!isNumber) return;
    // commit the number before it is used
    target.blur();
    setTimeout(() => {
      latest.current.onFill();
      latest.current.onLeave();
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what bubbles up from its inputs
    <div className="xj-price-fill" onKeyDown={press}>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="xj-price-field">
          <label htmlFor={`${own}-${end}`}>{translate(priceCalendarTexts[end])}</label>
          <FieldInput
            id={`${own}-${end}`}
            name={end}
            field={ends[end]}
            value={range[end]}
            onChange={(day) => typeof day === 'string' && props.onRange({ ...range, [end]: day })}
          />
        </div>
      ))}
      <Weekdays weekdays={weekdays} onWeekdays={props.onWeekdays} />
      {['adult', 'child', 'stock'].map((name) =>
        fields[name] ? (
          <div key={name} className="xj-price-field">
            <label htmlFor={`${id}-fill-${name}`}>{translate(fields[name].label)}</label>
            <FieldInput
              id={`${id}-fill-${name}`}
              name={name}
              field={fields[name]}
              value={values[name]}
              onChange={(value) => props.onValues({ ...values, [name]: value })}
            />
          </div>
        ) : null,
      )}
      {!isComplete && <p className="xj-price-note">{translate(priceCalendarTexts.needed)}</p>}
      <div className="xj-price-tools">
        <Button type="primary" ghost disabled={count === 0 || !isComplete} onClick={props.onFill}>
          {translate(priceCalendarTexts.fill, { n: count })}
        </Button>
        <Button disabled={count === 0} onClick={props.onSoldOut}>
          {translate(priceCalendarTexts.soldOut)}
        </Button>
        <Button danger disabled={count === 0} onClick={props.onClear}>
          {translate(priceCalendarTexts.clear)}
        </Button>
      </div>
    </div>
  );
}

/** Weekdays to fill. */
function Weekdays({ weekdays, onWeekdays }: Pick<PriceFillProps, 'weekdays' | 'onWeekdays'>) {
  const name = new Intl.DateTimeFormat(languageTag(), { weekday: 'short', timeZone: 'UTC' });
  // 2026-11-22 is a Sunday
  const dayName = (day: number) => name.format(new Date(`${addDays('2026-11-22', day)}T00:00:00Z`));
  return (
    <fieldset className="xj-bare-fieldset xj-price-week" aria-label={translate(priceCalendarTexts.weekdays)}>
      {week.map((day) => (
        <Checkbox
          key={day}
          checked={weekdays.has(day)}
          onChange={({ target }) => {
            const next = new Set(weekdays);
            if (target.checked) next.add(day);
            else next.delete(day);
            onWeekdays(next);
          }}
        >
          {dayName(day)}
        </Checkbox>
      ))}
      <span className="xj-price-tools">
        <Button size="small" onClick={() => onWeekdays(new Set(week))}>
          {translate(priceCalendarTexts.everyDay)}
        </Button>
        <Button size="small" onClick={() => onWeekdays(new Set([0, 6]))}>
          {translate(priceCalendarTexts.weekend)}
        </Button>
      </span>
    </fieldset>
  );
}
