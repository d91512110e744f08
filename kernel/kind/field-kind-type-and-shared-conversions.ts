import * as z from 'zod/mini';
import type { Operator } from '../declaration/list-filter-operators-and-conditions.ts';
import { isRoundedText } from '../text/parse-number-text.ts';
import type { Locale, Text } from '../text/text.ts';
import { encodeMessage, type ValidationMessageKey } from '../text/validation-messages.ts';

/** How a list draws a value. */
export type ListCellKind =
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
export type FormInputKind =
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
export interface ReferenceTarget {
  readonly resource: string;
  readonly key: 'id' | 'code';
  /** Whether rows on the wire contain the titles of the referenced rows next to the keys (`relationNameOf`). */
  readonly carried: boolean;
}

/**
 * A kind of field: everything that the product knows about one sort of value. Each kind has a file in `kernel/kind`.
 * `Options` are the options in a declaration. All code works with values in wire form: `schema` converts input to it
 * and `wire` the column of the database; `store` converts it for the database.
 */
export interface Kind<Value, Options extends object> {
  readonly name: string;
  /** PostgreSQL column type. Empty: no column in the table. */
  readonly column: string;
  readonly cell: ListCellKind;
  /** Pressing the cell does something of its own: it follows a link, opens or switches something. */
  readonly pressed?: true;
  readonly input: FormInputKind;
  /** The operators of filters, the default first. Empty: it cannot be filtered by. */
  readonly operators: readonly Operator[];
  /** Whether lists can be ordered by it. */
  readonly sorts: boolean;
  /** The text is ordered and compared by pinyin, as in a Chinese dictionary. */
  readonly collated?: true;
  /** The narrowest comfortable width of a column, in px. */
  readonly width: number;
  /** Validates a value that is not null and converts it to wire form. */
  schema(options: Options): z.ZodMiniType<Value>;
  /**
   * Whether a value is plainly valid and in wire form already, so that `schema` would return it as it is: most of a thousand
   * readings are. False says nothing.
   */
  isPlainlyValid?(value: unknown, options: Options): boolean;
  /**
   * Normalises a value that people type, paste, import or scan to the form in which it is stored and compared: 车牌
   * 云A·D12345 becomes 云AD12345. The beginning of a value becomes the beginning of the normalised value. `schema` and
   * conditions use it.
   */
  normalize?(written: string, options: Options): string;
  /**
   * Converts a value to the form in which it is compared, for kinds that are stored as written: L-YN00123 and l yn
   * 00123 are the same number. The database function `compact_identifier` does the same.
   */
  compact?(written: string): string;
  /** How its values are recognised in a search text. */
  readonly inSearch?: RecognisedSearchValue;
  /** Converts the wire form for the database. Default: it is stored as it is. */
  store?(wire: Value): unknown;
  /** SQL expression that converts the column to the wire form. Default: the column. */
  wire?(column: string): string;
  /** The name of a second column (jsonb) with details of the value. Undefined: the field has none. */
  detailsColumn?(options: Options): string | undefined;
  /** What that column contains for a value in wire form. Null: nothing. */
  storeDetails?(wire: Value): string | null;
  /** SQL expression that converts both columns to the wire form. */
  wireWithDetails?(column: string, detailsColumn: string): string;
  /** Names of other fields that its cell needs. */
  drawnWith?(options: Options): readonly string[];
  /** SQL expression of the shortened value in lists, for kinds with long values. */
  brief?(column: string): string;
  /** SQL expression of the masked wire form, for kinds with personal data. */
  mask?(column: string): string;
  /** SQL expression that converts the text parameter of a filter to the column's type. */
  compare?(parameter: string): string;
  /**
   * Converts the text of a filter for `compare`. Undefined: values cannot be compared with it, so that no row matches.
   */
  readFilter?(written: string): string | undefined;
  /**
   * Values are not compared like others of their column type: a `moment` by days, a `division` together with everything
   * inside it, a `row` by its resource.
   */
  readonly comparison?: 'moment' | 'division' | 'row';
  /** Operators that filters on the screen offer. Default: all. */
  readonly offered?: readonly Operator[];
  /** Labels of operators where they differ from the standard. */
  readonly operatorLabels?: Readonly<Partial<Record<Operator, Text>>>;
  /** The kind of input for a filter, if it is not that of the field. */
  readonly filterAs?: 'date' | 'text';
  /** The resource that its values refer to. */
  target?(options: Options): ReferenceTarget;
  /** The resources that its values refer to, if there are several. */
  targets?(options: Options): readonly ReferenceTarget[];
  /** Values can refer to a row of any resource. */
  readonly anyRow?: true;
  /** SQL expression of the value for people who may not see the row that it comes from. Default: null. */
  sqlWhenHidden?(column: string): string;
  /** The wire form of an empty value, if that is not null: 0 at the top of a tree. */
  readonly none?: 0;
  /** The text for an empty value, if it has a meaning: a document without a last day is unlimited. */
  unset?(options: Options): Text | undefined;
  /** Initial value in the form of a new row. The declaration may override it. */
  readonly blank?: unknown;
  /** The message if a required value is missing. */
  readonly absent?: ValidationMessageKey;
  /** Values are or contain days, so that rows can be shown in a calendar. */
  readonly dated?: true;
  /** There are few different values, so that rows can be grouped by them. */
  readonly apart?: true;
  /** Values can be added up. */
  readonly sums?: true;
  /** A number without decimals. */
  readonly whole?: true;
  /** Decimals shown of a value that nobody typed. */
  readonly computedDecimals?: number;
  readonly align?: 'right';
  /** The value is typed. Enter submits a `line`, and starts a new line in `lines`. */
  readonly typed?: 'line' | 'lines';
  /** The value is picked from a list in the space of a cell, with one choice (`once`) or several. */
  readonly chosen?: 'once' | 'several';
  /** The input has several controls, so that its label names a group. */
  readonly grouped?: true;
  /** The value identifies something in other systems, so that a copy button is offered. */
  readonly copied?: true;
  /** Free text, in which numbers may be written in any form. */
  readonly prose?: true;
  /** HTML, sanitised by the server's allow-list. */
  readonly html?: true;
  /** The value is an author's remark rather than a fact, so that each approver may write another. */
  readonly remark?: true;
  /** The value identifies a person or reaches one: a name or a number. */
  readonly personal?: 'name' | 'number';
  /** The value never leaves the server. */
  readonly secret?: true;
  /** Sizes of the groups in which its characters are displayed. */
  readonly groups?: readonly number[];
  /** The keyboard that phones show. It also decides whether they begin with a capital letter. */
  readonly keyboard?: 'tel' | 'email' | 'url';
  readonly capitals?: true;
  /** A value in wire form that is valid with these options, for the API document and tests. */
  example(options: Options): unknown;
  /** JSON Schema of the wire form, if `schema` does not express it. */
  form?(options: Options): Readonly<Record<string, unknown>>;
  /** What a schema cannot express, for the API document. */
  readonly note?: Text;
  /** How to write a value in a spreadsheet, as a hint for the person who fills it in. */
  sheetHint?(options: Options): Text | undefined;
  /** Number format of its cells and sums in a spreadsheet. Default: text. */
  readonly sheetFormat?: '0' | '0.00';
  /** The current closed set of values with their labels. */
  choices?(options: Options): readonly (readonly [value: string, word: Text])[];
  /**
   * Formats a value as readable text for spreadsheets. `wire` is the wire form; `related` is what the row on the wire
   * contains about the referenced row.
   */
  toText?(wire: unknown, options: Options, locale: Locale, related?: unknown): string;
  /** Converts a cell of an imported spreadsheet to input for `schema`. */
  fromText?(cell: string, options: Options): unknown;
  /** The value is stored encrypted, as jsonb {mask, cipher, hash} that the server creates. */
  readonly sealed?: boolean;
  /**
   * Set if values are URLs of uploaded files: the file types that are allowed by default
   * (`kernel/settings/allowed-file-types.ts`).
   */
  readonly accept?: string;
  /** Masks a plain value as `mask` does in SQL. */
  maskValue?(value: string): string;
}

/** How values of a kind are recognised in a search text, which is half-width and has no invisible marks. */
export interface RecognisedSearchValue {
  /** Global pattern of what may be a value, with its separators. It scans a text once, from left to right. */
  readonly pattern: RegExp;
  /** The value in the form in which it is stored. Undefined: the candidate is not a valid value. */
  read(found: string): string | undefined;
  /** Words that may precede a value, as alternatives of a regular expression: 车牌号|号牌. */
  readonly called: string;
}

/**
 * Trims a text, normalises it to NFC and removes control characters. With `lines`, tabs and line breaks remain. Every
 * kind of text uses it.
 */
export function cleanText(value: string, lines = false): string {
  const pattern = lines ? /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g : /[\u0000-\u001f\u007f-\u009f]/g;
  return value.normalize('NFC').replace(/\r\n?/g, '\n').replace(pattern, '').trim();
}

/**
 * The wire form of an empty value in a resource with `nulls: false`: '' for text, 0 for numbers and moments, null for
 * all others.
 */
export function emptyWireValue({
  column,
  comparison,
  apart,
  wire,
}: Pick<Kind<never, never>, 'column' | 'comparison' | 'apart' | 'wire'>): '' | 0 | null {
  if (comparison === 'moment') return 0;
  if (comparison || apart || wire) return null;
  return column === 'text' ? '' : ['integer', 'numeric', 'double precision'].includes(column) ? 0 : null;
}

/** Refuses long numbers that a spreadsheet has rounded. Put it before other checks. */
export const notRounded = z.refine<string>((value) => !isRoundedText(value), {
  error: encodeMessage('rounded_number'),
  abort: true,
});

/** Converts a number to text, for values that a client sends as a number. Other types stay unchanged. */
export const numberToText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/**
 * Creates a schema that first converts its input with `read`. `read` returns input that it cannot convert as it is, and
 * `schema` refuses it.
 */
export const withConversion = <S extends z.ZodMiniType>(read: (value: unknown) => unknown, schema: S) =>
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
