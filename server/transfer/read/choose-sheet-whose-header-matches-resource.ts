import type { AnyResource } from '#kernel/declaration/resource.ts';
import { findHeader } from '#kernel/field/find-sheet-header-row-and-match-headers-to-fields.ts';
import type { SheetBeginning, SheetChoice, SkippedSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { toStorableText } from '#server/transfer/read/convert-sheet-rows-to-values-and-errors.ts';
import { optionsSheetName } from '#server/transfer/read/name-of-template-options-sheet.ts';
import { type ChosenColumns, countFieldsNamedByHeader } from './map-sheet-columns-to-fields.ts';

const isOptions = (name: string) => Object.values(optionsSheetName).includes(name.trim());

/** Rank of a sheet: by matching columns, then by rows below them, then by its name. */
interface Standing {
  readonly named: number;
  readonly filled: boolean;
}

/**
 * Chooses the sheet with the list of a resource: the visible one whose header names most of its fields; among equals
 * the first that has rows and is neither an explanation nor an example. Other sheets with content are reported.
 */
export function chooseSheetMatchingResource(
  resource: AnyResource,
  sheets: readonly SheetBeginning[],
  chosen: ChosenColumns = {},
): SheetChoice {
  const named = countFieldsNamedByHeader(resource, chosen);
  const standings = sheets.map((sheet): Standing => {
    const rows = sheet.hidden || isOptions(sheet.name) ? [] : (sheet.rows ?? []);
    const found = findHeader(rows, named);
    if (!found) return { named: 0, filled: false };
    return { named: named(found.header), filled: rows.length > found.above + found.lines };
  });
  const order = (at: number) => {
    const { hidden, explains, rows, name } = sheets[at] as SheetBeginning;
    const { named: count, filled } = standings[at] as Standing;
    const [seen, plain, some] = [!hidden && !isOptions(name), !explains, rows === undefined || rows.length > 0];
    return [seen, count, filled, plain, some].map(Number);
  };
  const best = sheets.map((_, at) => at).reduce((first, at) => (isMore(order(at), order(first)) ? at : first), 0);
  const most = standings[best]?.named ?? 0;
  const passed = sheets.flatMap(({ name, hidden, explains, rows }, at): SkippedSheet[] => {
    if (at === best || isOptions(name) || (!hidden && rows?.length === 0)) return [];
    const count = standings[at]?.named ?? 0;
    const why = hidden
      ? 'hidden'
      : rows === undefined
        ? 'unread'
        : explains
          ? 'explains'
          : count === 0
            ? 'none'
            : count < most
              ? 'fewer'
              : 'same';
    return [{ sheet: toStorableText(name), why }];
  });
  return { at: best, name: toStorableText(sheets[best]?.name ?? ''), passed };
}

/** Whether the first list of numbers is lexicographically greater. */
function isMore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((number, place) => number !== other[place]);
  return at >= 0 && (one[at] as number) > (other[at] as number);
}

/** Describes skipped sheets and the one that was read. */
export const describeSkippedSheets = (
  choice: SheetChoice | undefined,
): { read_sheet?: string; passed_sheets?: readonly SkippedSheet[] } =>
  choice && choice.passed.length > 0 ? { read_sheet: choice.name, passed_sheets: choice.passed } : {};
