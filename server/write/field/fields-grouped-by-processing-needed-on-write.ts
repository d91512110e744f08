import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { hasColumn, isPolymorphicReference, kindOf, refersToFiles, targetOf } from '#kernel/field/field.ts';

/** A field by its name. */
export interface NamedField {
  readonly name: string;
  readonly one: AnyField;
}

/** The fields that each step of a write has to process, in declared order. */
export interface FieldsByProcessingNeededOnWrite {
  /** Columns of the table. */
  readonly columns: readonly NamedField[];
  /** Columns of JSON. */
  readonly json: ReadonlySet<string>;
  /** Fields whose values name rows, divisions or files. */
  readonly referring: readonly NamedField[];
  /** Fields whose values name files. */
  readonly files: readonly NamedField[];
  /** Fields with options of a stored list. */
  readonly worded: readonly NamedField[];
  /** Fields whose options depend on another field. */
  readonly fitted: readonly NamedField[];
  /** Fields required under a condition. */
  readonly conditional: readonly NamedField[];
  /** Fields stored in another form than sent, or with companion columns. */
  readonly converted: ReadonlyMap<string, AnyField>;
  /** Fields that hold a password. */
  readonly secret: readonly NamedField[];
}

const cached = new WeakMap<Fields, FieldsByProcessingNeededOnWrite>();

/** Cached per set of fields: a form of a thousand rows needs them for each row, and most steps have no fields. */
export function fieldsByProcessingNeededOnWrite(fields: Fields): FieldsByProcessingNeededOnWrite {
  let steps = cached.get(fields);
  if (!steps) {
    const all = Object.entries(fields).map(([name, one]) => ({ name, one }));
    steps = {
      columns: all.filter(({ one }) => hasColumn(one)),
      json: new Set(all.filter(({ one }) => kindOf(one).column === 'jsonb').map(({ name }) => name)),
      referring: all.filter(
        ({ one }) => targetOf(one) !== undefined || isPolymorphicReference(one) || refersToFiles(one),
      ),
      files: all.filter(({ one }) => refersToFiles(one)),
      worded: all.filter(({ one }) => one.options?.optionList !== undefined),
      fitted: all.filter(({ one }) => one.options.fits !== undefined),
      conditional: all.filter(({ one }) => one.requiredWhen !== undefined),
      converted: new Map(all.filter(({ one }) => isConverted(one)).map(({ name, one }) => [name, one])),
      secret: all.filter(({ one }) => kindOf(one).secret === true),
    };
    cached.set(fields, steps);
  }
  return steps;
}

const isConverted = (one: AnyField): boolean => {
  const { sealed, store, html, detailsColumn: details } = kindOf(one);
  return [sealed, store, html, details].some(Boolean);
};
