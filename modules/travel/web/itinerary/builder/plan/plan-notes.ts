import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { unlistedStops } from '#modules/travel/contract/product/plan-rules.ts';
import type { FieldErrors } from '#web/form/state/validate-fields.ts';
import { translate } from '#web/i18n/locale.ts';
import { keyOf } from '#web/input/rows/row-values.ts';
import { type ChildRow, childRowsIn } from '#web/resource/child-rows.ts';
import { builderTexts } from './builder-texts.ts';
import { isExtra, type PlanWarning, warningsOf } from './plan-totals.ts';

const texts = { field: text('{label}：{message}', '{label}: {message}') };

/** What is wrong within the rows of a list, by key of the row and field. */
export type RowErrors = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Errors as a form holds them, `3.arrive`, by the rows they are about. */
export function errorsByRow(value: unknown, errors: FieldErrors): RowErrors {
  const rows = childRowsIn(value);
  const found = new Map<string, Record<string, string>>();
  for (const [place, messages] of Object.entries(errors)) {
    const [n = '', ...name] = place.split('.');
    const row = rows[Number(n)];
    const message = messages[0];
    if (!row || message === undefined) continue;
    const key = keyOf(row);
    found.set(key, { ...found.get(key), [name.join('.')]: message });
  }
  return found;
}

export interface DayNotes {
  /** What is wrong with the day's own values. */
  readonly day: readonly string[];
  /** What is wrong with a stop, by key. */
  wrong(key: string): readonly string[];
  /** What is doubtful about the stop at a place. */
  warned(at: number): readonly string[];
  /** What is doubtful about the day as a whole. */
  readonly warnings: readonly string[];
}

const warningTexts: Readonly<Record<Exclude<PlanWarning['code'], 'empty'>, typeof builderTexts.overlap>> = {
  overlap: builderTexts.overlap,
  midnight: builderTexts.midnight,
  long_day: builderTexts.long_day,
  driving: builderTexts.driving,
  shopping: builderTexts.shopping_wrong,
  shops: builderTexts.shops,
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Shops and extras that travellers were not told of, as the server finds them; none where a plan keeps no such list. */
export function unlistedIn(stops: readonly ChildRow[], listed: readonly ChildRow[] | undefined): readonly ChildRow[] {
  if (!listed) return [];
  const extras = listed.map(({ kind, name }) => ({ kind: textOf(kind), name: textOf(name) }));
  return stops.filter((stop) => {
    const name = textOf(stop.name);
    const one = { day_no: 1, name, arrive: '', stay_minutes: 0, poi_type: textOf(stop.poi_type) };
    return (
      name.trim() !== '' && unlistedStops([{ ...one, is_optional_paid: isExtra(stop) ? '1' : '0' }], extras).length > 0
    );
  });
}

interface Noted {
  readonly row: ChildRow;
  readonly stops: readonly ChildRow[];
  readonly dayErrors: RowErrors;
  readonly stopErrors: RowErrors;
  readonly dayChild: AnyResource;
  readonly stopChild: AnyResource;
  /** What the form lists as shops and extras, where it does. */
  readonly listed: readonly ChildRow[] | undefined;
}

/** All that is to be said of a day: what is wrong, and what is doubtful. */
export function dayNotes({ row, stops, dayErrors, stopErrors, dayChild, stopChild, listed }: Noted): DayNotes {
  const found = warningsOf(stops);
  const unlisted = unlistedIn(stops, listed);
  const describeErrors = (child: AnyResource, errors: Readonly<Record<string, string>> | undefined) =>
    Object.entries(errors ?? {}).map(([name, message]) => {
      const label = child.fields[name]?.label;
      return label ? translate(texts.field, { label: translate(label), message }) : message;
    });
  const describe = ({ code }: PlanWarning) => (code === 'empty' ? [] : [translate(warningTexts[code])]);
  return {
    day: describeErrors(dayChild, dayErrors.get(keyOf(row))),
    wrong: (key) => describeErrors(stopChild, stopErrors.get(key)),
    warned: (at) => [
      ...found.filter((one) => one.at === at).flatMap(describe),
      ...unlisted.filter((one) => one === stops[at]).map(() => translate(builderTexts.unlisted)),
    ],
    warnings: found.filter((one) => one.at === undefined).flatMap(describe),
  };
}
