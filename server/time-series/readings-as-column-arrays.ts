import type { AnyField } from '#kernel/declaration/field.ts';
import { type Sql, type SqlValue, sql } from '#server/db/sql.ts';

/** Readings that may be stored, by column: typed arrays cost PostgreSQL as much as a plain insert, JSON rows twice that. */
export interface ReadingColumns {
  /** Index of each reading in its batch. */
  readonly place: number[];
  readonly of: number[];
  readonly source: string[];
  readonly at: number[];
  readonly values: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly field: AnyField;
  /** Whether a cell holds a list, which is sent as JSON because nested arrays would be flattened. */
  readonly several: boolean;
  /** Whether values are stored as they are sent. */
  readonly unchanged: boolean;
  readonly cells: SqlValue[];
}

/**
 * Moments in unix seconds as whole milliseconds after the first of them: to write a fraction of seconds as text takes six times
 * as long, and PostgreSQL longer to read it. `toMoment` makes a moment of one of them, which is the same as that of the seconds.
 */
export function momentsAsMilliseconds(at: readonly number[]): { readonly after: number[]; toMoment(after: Sql): Sql } {
  const since = Math.round((at[0] ?? 0) * 1000);
  return {
    after: at.map((moment) => Math.round(moment * 1000) - since),
    toMoment: (after) => sql`to_timestamp((${since}::float8 + ${after}) / 1000)`,
  };
}

/** Some of the readings. */
export function pickReadings(columns: ReadingColumns, chosen: readonly boolean[]): ReadingColumns {
  if (chosen.every(Boolean)) return columns;
  const some = <T>(list: readonly T[]) => list.filter((_, index) => chosen[index]);
  return {
    place: some(columns.place),
    of: some(columns.of),
    source: some(columns.source),
    at: some(columns.at),
    values: columns.values.map((value) => ({ ...value, cells: some(value.cells) })),
  };
}

const none: ReadingColumns = { place: [], of: [], source: [], at: [], values: [] };

/** The chosen readings, and the others. */
export function splitReadings(
  columns: ReadingColumns,
  chosen: readonly boolean[],
): readonly [chosen: ReadingColumns, others: ReadingColumns] {
  const picked = pickReadings(columns, chosen);
  if (picked === columns) return [columns, none];
  const others = chosen.map((is) => !is);
  return [picked, pickReadings(columns, others)];
}

/** The readings of several batches of a series, one after the other. */
export function joinReadings(batches: readonly ReadingColumns[]): ReadingColumns {
  const all = <T>(list: (columns: ReadingColumns) => readonly T[]): T[] => ([] as T[]).concat(...batches.map(list));
  return {
    place: all(({ place }) => place),
    of: all(({ of }) => of),
    source: all(({ source }) => source),
    at: all(({ at }) => at),
    values: (batches[0]?.values ?? []).map((value, index) => ({
      ...value,
      cells: all(({ values }) => values[index]?.cells ?? []),
    })),
  };
}
