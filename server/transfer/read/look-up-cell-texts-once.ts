import type { AnyField } from '#kernel/declaration/field.ts';
import { holdsSeveralValues, kindOf, targetsOf } from '#kernel/field/field.ts';
import type { ReferenceTarget } from '#kernel/kind/field-kind-type-and-shared-conversions.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { ReadRow } from '#server/sheets/read-and-written-sheet-types.ts';
import { cellText, type ImportColumn } from './map-sheet-columns-to-fields.ts';

/** A value found for a text, or `ambiguous`. */
export type FoundValue<K> = K | 'ambiguous';

/** Finds the values of texts in batches. A text missing from the result names nothing that the caller may see. */
export interface ImportLookup {
  /** Rows of a resource by title or key. For fields of several resources the text names the resource first. */
  references(field: AnyField, texts: readonly string[]): Promise<ReadonlyMap<string, FoundValue<number | string>>>;
  /** Divisions allowed in a field of this name, by code, name or full name. */
  areas(field: AnyField, texts: readonly string[], name: string): Promise<ReadonlyMap<string, FoundValue<string>>>;
}

const texts = {
  noRow: text(
    '选项无效：没有找到“{word}”，请填写已登记的{column}的名称或编号',
    'Invalid option: “{word}” was not found. Enter the name or ID of a registered {column}',
  ),
  noArea: text(
    '地区无效：没有找到“{word}”，请填写全称或六位代码，如 云南省昆明市五华区、530102',
    'Invalid area: “{word}” was not found. Enter the full name or the code of six digits, such as 530102',
  ),
  ambiguous: text('有多条记录名为“{word}”，请填写编号', 'Several records are named “{word}”. Enter the ID'),
  ambiguousArea: text(
    '有多个地区名为“{word}”，请填写全称或代码',
    'Several areas are named “{word}”. Enter the full name or code',
  ),
} satisfies Record<string, Text>;

/** The resource whose rows a field names by title; undefined if rows are not looked up by title. */
function calledBy(field: AnyField): ReferenceTarget | undefined {
  const [target] = targetsOf(field);
  return target?.carried ? target : undefined;
}

const splitTexts = (cell: string, field: AnyField) =>
  holdsSeveralValues(field)
    ? cell
        .split(/[,，、;；\n]/)
        .map((word) => word.trim())
        .filter(Boolean)
    : [cell];

type Meaning = { input: unknown } | { problem: Text; word: string };

type MeaningsByText = Map<string, FoundValue<number | string> | undefined>;

/** Values of the texts in a sheet; each text is looked up once. */
export class CellLookup {
  readonly #lookup: ImportLookup;
  /** By field, because each field has its own reference scope. */
  readonly #known = new Map<AnyField, MeaningsByText>();

  constructor(lookup: ImportLookup) {
    this.#lookup = lookup;
  }

  /** Looks up all new texts of the rows: one call per reference. */
  async learn(rows: readonly ReadRow[], columns: readonly ImportColumn[]): Promise<void> {
    const wanted = new Map<AnyField, { name: string; target: ReferenceTarget; texts: Set<string> }>();
    for (const column of columns) {
      const { name, field } = column;
      const target = calledBy(field);
      if (!target) continue;
      const { texts } = wanted.get(field) ?? { texts: new Set() };
      wanted.set(field, { name, target, texts });
      const meanings = this.#of(field);
      for (const { cells } of rows) {
        for (const word of splitTexts(cellText(cells, column), field)) if (word && !meanings.has(word)) texts.add(word);
      }
    }
    for (const [field, { name, target, texts }] of wanted) {
      if (texts.size === 0) continue;
      const requested = [...texts];
      const found =
        target.key === 'code'
          ? await this.#lookup.areas(field, requested, name)
          : await this.#lookup.references(field, requested);
      for (const word of requested) this.#of(field).set(word, found.get(word));
    }
  }

  #of(field: AnyField): MeaningsByText {
    const meanings = this.#known.get(field) ?? new Map();
    this.#known.set(field, meanings);
    return meanings;
  }

  /** The wire value of a cell. */
  of(cell: string, field: AnyField): Meaning {
    const target = calledBy(field);
    if (!target) {
      const { fromText } = kindOf(field);
      return { input: fromText ? fromText(cell, field.options) : cell };
    }
    const isArea = target.key === 'code';
    const keys: (number | string)[] = [];
    for (const word of splitTexts(cell, field)) {
      const key = this.#of(field).get(word);
      if (key === undefined) return { problem: isArea ? texts.noArea : texts.noRow, word };
      if (key === 'ambiguous') return { problem: isArea ? texts.ambiguousArea : texts.ambiguous, word };
      keys.push(key);
    }
    return { input: holdsSeveralValues(field) ? keys : keys[0] };
  }
}
