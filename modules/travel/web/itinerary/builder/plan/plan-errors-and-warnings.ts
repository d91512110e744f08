import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { findStopsMissingFromExtras } from '#modules/travel/contract/product/find-tour-plan-faults.ts';
import type { FieldErrors } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { translate } from '#web/i18n/locale.ts';
import { childRowKey } from '#web/input/rows/add-copy-and-reorder-child-rows.ts';
import { type ChildRow, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { builderTexts } from './builder-texts.ts';
import { isOptionalPaidStop, type PlanWarning, warningsOfStops } from './plan-totals-and-warnings.ts';

const texts = { field: text('{label}：{message}', '{label}: {message}') };

/** Errors in rows, by key of the row and name of the field. */
export type RowErrors = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Groups errors of a form (`3.arrive`) by row. */
export function errorsByRow(value: unknown, errors: FieldErrors): RowErrors {
  const rows = childRowsIn(value);
  const found = new Map<string, Record<string, string>>();
  for (const [place, messages] of Object.entries(errors)) {
    const [n = '', ...name] = place.split('.');
    const row = rows[Number(n)];
    const message = messages[0];
    if (!row || message === undefined) continue;
    const key = childRowKey(row);
    found.set(key, { ...found.get(key), [name.join('.')]: message });
  }
  return found;
}

export interface DayErrorsAndWarnings {
  /** Errors in fields of the day. */
  readonly day: readonly string[];
  /** Errors of a stop, by key. */
  wrong(key: string): readonly string[];
  /** Warnings at a stop, by index. */
  warned(at: number): readonly string[];
  /** Warnings for the whole day. */
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

/**
 * Stops missing from the list of shops and paid activities, by the rule of the server; none where the form has no
 * such list.
 */
export function unlistedStopsIn(
  stops: readonly ChildRow[],
  listed: readonly ChildRow[] | undefined,
): readonly ChildRow[] {
  if (!listed) return [];
  const extras = listed.map(({ kind, name }) => ({ kind: textOf(kind), name: textOf(name) }));
  return stops.filter((stop) => {
    const name = textOf(stop.name);
    const one = { day_no: 1, name, arrive: '', stay_minutes: 0, poi_type: textOf(stop.poi_type) };
    return (
      name.trim() !== '' &&
      findStopsMissingFromExtras([{ ...one, is_optional_paid: isOptionalPaidStop(stop) ? '1' : '0' }], extras).length >
        0
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
  /** Shops and paid activities listed in the form, if it has them. */
  readonly listed: readonly ChildRow[] | undefined;
}

/** Errors and warnings of a day. */
export function dayErrorsAndWarnings({
  row,
  stops,
  dayErrors,
  stopErrors,
  dayChild,
  stopChild,
  listed,
}: Noted): DayErrorsAndWarnings {
  const found = warningsOfStops(stops);
  const unlisted = unlistedStopsIn(stops, listed);
  const describeErrors = (child: AnyResource, errors: Readonly<Record<string, string>> | undefined) =>
    Object.entries(errors ?? {}).map(([name, message]) => {
      const label = child.fields[name]?.label;
      return label ? translate(texts.field, { label: translate(label), message }) : message;
    });
  const describe = ({ code }: PlanWarning) => (code === 'empty' ? [] : [translate(warningTexts[code])]);
  return {
    day: describeErrors(dayChild, dayErrors.get(childRowKey(row))),
    wrong: (key) => describeErrors(stopChild, stopErrors.get(key)),
    warned: (at) => [
      ...found.filter((one) => one.at === at).flatMap(describe),
      ...unlisted.filter((one) => one === stops[at]).map(() => translate(builderTexts.unlisted)),
    ],
    warnings: found.filter((one) => one.at === undefined).flatMap(describe),
  };
}
