import type { AnyField } from '#kernel/declaration/field.ts';
import { comparedValue } from '#kernel/field/field.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import type { ImportColumn } from './map-sheet-columns-to-fields.ts';
import type { ImportError } from './parsed-import-types.ts';

const repeated = text('与第 {row} 行重复', 'Same as row {row}');

/** Finds rows of a sheet that repeat a value that must be unique. */
export class RepeatedUniqueValues {
  readonly #rules: {
    name: string;
    field: AnyField;
    header: string;
    together: readonly string[];
    seen: Map<string, number>;
  }[];
  readonly #locale: Locale;
  readonly #of: Pick<ImportError, 'sheet'>;

  constructor(columns: readonly ImportColumn[], locale: Locale, of: Pick<ImportError, 'sheet'> = {}) {
    this.#locale = locale;
    this.#of = of;
    this.#rules = columns.flatMap(({ name, field, header }) =>
      field.unique
        ? [{ name, field, header, together: field.unique === true ? [] : field.unique, seen: new Map() }]
        : [],
    );
  }

  find(row: number, values: Readonly<Record<string, unknown>>): ImportError[] {
    return this.#rules.flatMap(({ name, field, header, together, seen }) => {
      const value = values[name];
      if (value === undefined) return [];
      const key = JSON.stringify([
        comparedValue(field, String(value).trim()).toUpperCase(),
        ...together.map((one) => values[one] ?? null),
      ]);
      const before = seen.get(key);
      if (before === undefined) {
        seen.set(key, row);
        return [];
      }
      return [
        { ...this.#of, row, column: header, field: name, message: textIn(repeated, this.#locale, { row: before }) },
      ];
    });
  }
}
