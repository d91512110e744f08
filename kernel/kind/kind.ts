import * as z from 'zod/mini';
import type { Operator } from '../declaration/filter.ts';
import { encodeIssue, type MessageKey } from '../text/message.ts';
import { isRoundedText } from '../text/read-number.ts';
import type { Locale, Text } from '../text/text.ts';

/** How a list draws a value. */
export type Cell =
  | 'text'
  | 'number'
  | 'money'
  | 'date'
  | 'time'
  | 'year'
  | 'datetime'
  | 'tag'
  | 'tags'
  | 'switch'
  | 'image'
  | 'images'
  | 'file'
  | 'files'
  | 'url'
  | 'color'
  | 'icon'
  | 'reference'
  | 'references'
  | 'area'
  | 'place'
  | 'rich'
  | 'code'
  | 'plate'
  | 'pairs'
  | 'subject'
  | 'oneOf'
  | 'rows';

/** How a form edits a value. */
export type Input =
  | 'text'
  | 'textarea'
  | 'password'
  | 'number'
  | 'money'
  | 'date'
  | 'time'
  | 'year'
  | 'datetime'
  | 'switch'
  | 'radio'
  | 'checkbox'
  | 'select'
  | 'selects'
  | 'reference'
  | 'references'
  | 'area'
  | 'place'
  | 'file'
  | 'files'
  | 'image'
  | 'images'
  | 'icon'
  | 'color'
  | 'pairs'
  | 'editor'
  | 'tree'
  | 'branches'
  | 'oneOf'
  | 'rows'
  | 'signature';

/** The resource that values of a kind refer to, with the column that holds the keys. */
export interface Target {
  readonly resource: string;
  readonly key: 'id' | 'code';
  /** Whether the wire carries the rows' titles next to the keys (`relationOf`). */
  readonly carried: boolean;
}

/**
 * A kind of field: everything the product knows about one sort of value, in one file under `kind/`. `Options` are the
 * options of its declaration. All code uses the wire form: `schema` produces it from input, `wire` from the database;
 * only `store` uses another.
 */
export interface Kind<Value, Options extends object> {
  readonly name: string;
  /** PostgreSQL column type. Empty: no column in the table. */
  readonly column: string;
  readonly cell: Cell;
  /** Its cell reacts to a press of its own: it links, opens or switches something. */
  readonly pressed?: true;
  readonly input: Input;
  /** Filter operators, the default first. Empty: not filterable. */
  readonly operators: readonly Operator[];
  /** Whether lists can be ordered by it. */
  readonly sorts: boolean;
  /** Text ordered and compared by pinyin, as in a Chinese dictionary. */
  readonly collated?: true;
  /** Narrowest comfortable column width in px. */
  readonly width: number;
  /** Validates a present (non-null) value and returns its wire form, used by all code except the database. */
  schema(options: Options): z.ZodMiniType<Value>;
  /**
   * Normalises a value to the one form in which it is stored and compared, from whatever people type, paste, import or
   * scan: 云AD12345 from 车牌 云A·D12345. A part of a value is normalised to that part. `schema` and conditions use it.
   */
  normalize?(written: string, options: Options): string;
  /**
   * The form in which values are compared if they are stored as written: L-YN00123 and l yn 00123 are the same number.
   * The database function `compact_identifier` does the same.
   */
  compact?(written: string): string;
  /** How its values are recognised in a search text. */
  readonly inSearch?: SearchedValue;
  /** Converts the wire form for the database, if they differ. */
  store?(wire: Value): unknown;
  /** SQL expression that converts the column to the wire form. Default: the column. */
  wire?(column: string): string;
  /** Name of a second jsonb column with details of the value, if the field has one. */
  detailsColumn?(options: Options): string | undefined;
  /** Content of that column for a value in wire form. Null: empty. */
  storeDetails?(wire: Value): string | null;
  /** SQL expression of the wire form from both columns. */
  wireWithDetails?(column: string, detailsColumn: string): string;
  /** Other fields that its cell needs. */
  drawnWith?(options: Options): readonly string[];
  /** SQL expression of the shortened value in lists, for kinds with long values. */
  brief?(column: string): string;
  /** SQL expression of the masked wire form, for kinds with personal data. */
  mask?(column: string): string;
  /** SQL expression that converts the text parameter of a filter to the column's type. */
  compare?(parameter: string): string;
  /** Converts a filter's text for `compare`. Undefined: this kind cannot be compared with it. */
  readFilter?(written: string): string | undefined;
  /**
   * Compared differently from its column: a moment by days, a division with all inside it, a row within its resource.
   */
  readonly comparison?: 'moment' | 'division' | 'row';
  /** Operators that filters on the screen offer. Default: all. */
  readonly offered?: readonly Operator[];
  /** Labels of operators where they differ from the standard. */
  readonly operatorLabels?: Readonly<Partial<Record<Operator, Text>>>;
  /** The kind of the filter's input, if not its own. */
  readonly filterAs?: 'date' | 'text';
  /** The resource that its values refer to. */
  target?(options: Options): Target;
  /** The resources, if a value may refer to one of several. */
  targets?(options: Options): readonly Target[];
  /** Values may refer to a row of any resource. */
  readonly anyRow?: true;
  /** SQL expression of the value for readers who may not see the row it comes from. Default: null. */
  sqlWhenHidden?(column: string): string;
  /** The wire form of an empty value if it is not null: 0 at the top of a tree. */
  readonly none?: 0;
  /** Text of an empty value, if it has a meaning: a document without a last day is unlimited. */
  unset?(options: Options): Text | undefined;
  /** Initial value in the form of a new row. The declaration may override it. */
  readonly blank?: unknown;
  /** Message if a required value is missing. */
  readonly absent?: MessageKey;
  /** It is or contains a day: rows can be shown in a calendar. */
  readonly dated?: true;
  /** Few named values: rows can be grouped by them. */
  readonly apart?: true;
  /** Values can be added up. */
  readonly sums?: true;
  /** A number without decimals. */
  readonly whole?: true;
  readonly align?: 'right';
  /** Typed on a keyboard. Enter submits a `line`, and starts a new line in `lines`. */
  readonly typed?: 'line' | 'lines';
  /** Picked from a list in a cell's space: done with one choice, or when several are picked. */
  readonly chosen?: 'once' | 'several';
  /** Its input has several controls, so its label names a group. */
  readonly grouped?: true;
  /** Identifies something in other systems: offers a copy button. */
  readonly copied?: true;
  /** Free text, in which numbers may be written in any form. */
  readonly prose?: true;
  /** HTML, sanitised by the server's allow-list. */
  readonly html?: true;
  /** An author's remark rather than a fact: each approver may write another. */
  readonly remark?: true;
  /** Identifies or reaches a person: a name or a number. */
  readonly personal?: 'name' | 'number';
  /** Never leaves the server after it is written. */
  readonly secret?: true;
  /** Sizes of the groups in which its characters are displayed. */
  readonly groups?: readonly number[];
  /** Keyboard of a phone; also decides about automatic capitals. */
  readonly keyboard?: 'tel' | 'email' | 'url';
  readonly capitals?: true;
  /** A wire value valid for these options, for the API document and tests. */
  example(options: Options): unknown;
  /** JSON Schema of the wire form, if `schema` does not express it. */
  form?(options: Options): Readonly<Record<string, unknown>>;
  /** What a schema cannot express, for the API document. */
  readonly note?: Text;
  /** How to write a value in a spreadsheet, as a hint to whoever fills it in. */
  sheetHint?(options: Options): Text | undefined;
  /** Number format of its cells and sums in a spreadsheet. Default: text. */
  readonly sheetFormat?: '0' | '0.00';
  /** The current closed set of values with their labels. */
  choices?(options: Options): readonly (readonly [value: string, word: Text])[];
  /**
   * The value as readable text for spreadsheets. `wire` is the wire form, `related` the data carried along with a
   * reference.
   */
  toText?(wire: unknown, options: Options, locale: Locale, related?: unknown): string;
  /** Converts a cell of an imported spreadsheet to wire input. */
  fromText?(cell: string, options: Options): unknown;
  /** Stored encrypted: a jsonb column {mask, cipher, hash} written by the server's seal. */
  readonly sealed?: boolean;
  /** Holds URLs of uploaded files: the default of allowed types, in the format of the upload check. */
  readonly accept?: string;
  /** The masked form of a plain value, as `mask` produces it. */
  maskValue?(value: string): string;
}

/** Values of a kind within a search text, which is half-width and without invisible marks. */
export interface SearchedValue {
  /** Global pattern of candidates, separators included. Scans a text once, left to right. */
  readonly pattern: RegExp;
  /** The value as stored. Undefined: not a valid value. */
  read(found: string): string | undefined;
  /** Words that may precede one, as a regular-expression alternative: 车牌号. */
  readonly called: string;
}

/**
 * Trims, normalises to NFC and drops control characters (with `lines`, tab and line breaks stay). Every text kind uses
 * it.
 */
export function cleanText(value: string, lines = false): string {
  const pattern = lines ? /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g : /[\u0000-\u001f\u007f-\u009f]/g;
  return value.normalize('NFC').replace(/\r\n?/g, '\n').replace(pattern, '').trim();
}

/** The wire form of an empty value in a resource without nulls: '' for text, 0 for numbers and moments, else null. */
export function unsetOf({
  column,
  comparison,
  apart,
  wire,
}: Pick<Kind<never, never>, 'column' | 'comparison' | 'apart' | 'wire'>): '' | 0 | null {
  if (comparison === 'moment') return 0;
  if (comparison || apart || wire) return null;
  return column === 'text' ? '' : ['integer', 'numeric', 'double precision'].includes(column) ? 0 : null;
}

/** Refuses long numbers that a spreadsheet has rounded, before they are read as anything else. */
export const notRounded = z.refine<string>((value) => !isRoundedText(value), {
  error: encodeIssue('rounded_number'),
  abort: true,
});

/** Converts digits sent as a number to text. Other types stay unchanged. */
export const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/**
 * A schema that first converts its input. Input that cannot be converted stays as it came, and the schema refuses it.
 */
export const prepared = <S extends z.ZodMiniType>(read: (value: unknown) => unknown, schema: S) =>
  z.pipe(z.transform(read), schema as z.ZodMiniType<z.output<S>>);

export const textOperators = ['LIKE', 'NOT LIKE', '=', '<>', 'NULL', 'NOT NULL'] as const satisfies readonly Operator[];
export const exactOperators = ['=', '<>', 'IN', 'NOT IN', 'NULL', 'NOT NULL'] as const satisfies readonly Operator[];
export const orderOperators = [
  'RANGE',
  'NOT RANGE',
  '=',
  '<>',
  '>',
  '>=',
  '<',
  '<=',
  'NULL',
  'NOT NULL',
] as const satisfies readonly Operator[];
