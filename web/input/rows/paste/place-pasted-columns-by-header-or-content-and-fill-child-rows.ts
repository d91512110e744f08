import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import {
  classifyTotalOrNoteRow,
  findHeader,
  isNameOfField,
  isSynonymOfField,
} from '#kernel/field/find-sheet-header-row-and-match-headers-to-fields.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { fieldValueFromText } from '#web/input/control/convert-field-value-and-text.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';

type Column = readonly [name: string, field: AnyField];

/** The target of each pasted column; undefined: none. */
type Places = readonly (Column | undefined)[];

/** Whether the field accepts the text of a cell; an empty one is always accepted. */
function takes([, field]: Column, cell: string): boolean {
  if (cell.trim() === '') return true;
  return kindOf(field).schema(field.options).safeParse(fieldValueFromText(field, cell)).success;
}

/** Targets by the first line, if it names columns: all of them, or at least two. Child rows are no cells. */
function placesByHeader(line: readonly string[], columns: readonly Column[]): Places | undefined {
  const used = new Set<string>();
  const places = line.map((cell) => {
    if (cell.trim() === '') return undefined;
    const free = columns.filter(([name]) => !used.has(name));
    const found = [isNameOfField, isSynonymOfField]
      .map((means) => free.find(([name, one]) => means(cell, name, one)))
      .find(Boolean);
    if (found) used.add(found[0]);
    return found;
  });
  return used.size >= Math.min(2, line.filter((cell) => cell.trim() !== '').length) && used.size > 0
    ? places
    : undefined;
}

/** Texts that only a field without a format accepts all. */
const anything = ['甲乙', '12', 'x-1'];

/**
 * Targets by content, for cells copied without a header: document numbers, mobiles, days and options show their
 * column. Columns with a single possible target are placed first.
 */
function placesByContent(lines: readonly (readonly string[])[], columns: readonly Column[]): Places {
  const telling = columns.filter((one) => !isChildList(one[1]) && !anything.every((word) => takes(one, word)));
  const width = Math.max(0, ...lines.map((line) => line.length));
  const open = new Map<number, Column[]>();
  for (let at = 0; at < width; at++) {
    const cells = lines.map((line) => line[at] ?? '').filter((cell) => cell.trim() !== '');
    if (cells.length > 0)
      open.set(
        at,
        telling.filter((one) => cells.every((cell) => takes(one, cell))),
      );
  }
  const places: (Column | undefined)[] = Array.from({ length: width }, () => undefined);
  while (open.size > 0) {
    const [at, found] = [...open].reduce((least, one) => (one[1].length < least[1].length ? one : least));
    open.delete(at);
    const [first] = found;
    if (!first) continue;
    places[at] = first;
    for (const [other, left] of open)
      open.set(
        other,
        left.filter(([name]) => name !== first[0]),
      );
  }
  return places;
}

/** Whether the field at that place refuses most cells of some pasted column. */
const isAmiss = (lines: readonly (readonly string[])[], places: Places): boolean =>
  places.some((column, at) => {
    const cells = lines.map((line) => line[at] ?? '').filter((cell) => cell.trim() !== '');
    return column !== undefined && cells.filter((cell) => !takes(column, cell)).length * 2 > cells.length;
  });

/** Rows to search for the beginning of the data, and rows by which columns are recognised. */
const mostAbove = 20;
const enough = 60;

/** A title is alone in its row and reads like one. */
const isTitle = (line: readonly string[]): boolean => {
  const [first = '', ...others] = line.map((cell) => cell.trim()).filter(Boolean);
  return others.length === 0 && /(名单|名册|名录|清单|表)$/.test(first);
};
/** A header has words where the data has numbers. */
const isText = (line: readonly string[]): boolean => line.every((cell) => !/\d\d/.test(cell));

/** Rows above the data whose header names no field: without them the columns are recognised by content. */
function countAbove(lines: readonly (readonly string[])[], columns: readonly Column[]): number {
  const titles = Math.max(
    0,
    lines.findIndex((line) => !isTitle(line)),
  );
  for (let at = titles; at < Math.min(mostAbove, lines.length); at++) {
    const matched = placesByContent(lines.slice(at, at + enough), columns).filter(Boolean).length;
    if (matched > 1) return at;
    if (!isText(lines[at] ?? [])) break;
  }
  return titles;
}

const isRow = (line: readonly string[]): boolean => classifyTotalOrNoteRow(line) === undefined;

export interface PasteResult {
  readonly rows: ChildRow[];
  /** Lines that were filled in. */
  readonly filled: number;
  /** Lines there was no room for. */
  readonly cut: number;
  /** Lines that are not data: titles above the header, totals and notes below. */
  readonly skipped: number;
  /** Columns without a target, by header or number. */
  readonly left: readonly string[];
}

/**
 * Pastes cells into rows, from one cell downwards; lines beyond the last become new rows, up to the limit of the
 * list. Columns are placed by a header line in any order; without one to the right of the cell, unless their content
 * belongs elsewhere.
 */
export function placePastedColumnsAndFillChildRows(
  rows: readonly ChildRow[],
  columns: readonly Column[],
  at: { row: number; column: number },
  pasted: readonly (readonly string[])[],
  { most, make }: { most: number; make: () => ChildRow },
): PasteResult {
  const cells = columns.filter(([, one]) => !isChildList(one));
  const found = findHeader(pasted, (line) => {
    const count = placesByHeader(line, cells)?.filter(Boolean).length ?? 0;
    // below the first line a single word equal to a label is no header
    return count > 1 || line === pasted[0] ? count : 0;
  });
  const named = found && placesByHeader(found.header, cells);
  const isTable = pasted.some((line) => line.filter((cell) => cell.trim() !== '').length > 1);
  const above = named ? found.above + found.lines : isTable ? countAbove(pasted, cells) : 0;
  const all = pasted.slice(above);
  const expected = (all[0] ?? []).map((_, right) => columns[at.column + right]);
  const detected = !named && isTable && isAmiss(all, expected) ? placesByContent(all.filter(isRow), cells) : [];
  const isDetected = detected.filter(Boolean).length > 1;
  const lines = named || isDetected ? all.filter(isRow) : all;
  const skipped = (named ? found.above : above) + all.length - lines.length;
  const head = named ? found.header : (lines[0] ?? []);
  const places = named ?? (isDetected ? detected : expected);
  const room = Math.max(0, most - at.row);
  const result = [...rows];
  for (const [down, line] of lines.slice(0, room).entries()) {
    const old = result[at.row + down] ?? make();
    const values = line.flatMap((cell, place) => {
      const column = places[place];
      // child rows are no cells: what would lie over them is left out
      return column && !isChildList(column[1]) ? [[column[0], fieldValueFromText(column[1], cell)] as const] : [];
    });
    result[at.row + down] = { ...old, ...Object.fromEntries(values) };
  }
  const left =
    named || isDetected
      ? head.flatMap((cell, place) =>
          places[place] || (named && cell.trim() === '') ? [] : [named ? cell.trim() : String(place + 1)],
        )
      : [];
  const filled = Math.min(lines.length, room);
  return { rows: result, filled, cut: lines.length - filled, skipped, left };
}
