import * as z from 'zod/mini';
import type { Operator } from '../declaration/filter.ts';
import { issue, type MessageKey } from '../text/message.ts';
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

/** How a form takes a value. */
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
  | 'rows';

/** What values of a kind name: rows of a resource, by the column that holds them. */
export interface Target {
  readonly resource: string;
  readonly key: 'id' | 'code';
  /** Whether the rows' names stand beside the keys on the wire (`relationOf`). */
  readonly carried: boolean;
}

/**
 * A kind of field: everything the product knows about one sort of value, in one file under `kind/`. `Options` are
 * what a declaration may say about it. A value has one form, the wire's: `schema` yields it of what comes in, `wire` of
 * what is stored, and `store` alone knows another.
 */
export interface Kind<Value, Options extends object> {
  readonly name: string;
  /** PostgreSQL column type; empty: no column of the table. */
  readonly column: string;
  readonly cell: Cell;
  /** Its cell is pressed for itself: it leads elsewhere, opens or switches something. */
  readonly pressed?: true;
  readonly input: Input;
  /** Filter operators offered, the usual one first. Empty: cannot be filtered. */
  readonly operators: readonly Operator[];
  /** Whether a list may be ordered by it. */
  readonly sorts: boolean;
  /** Its values are read as words: ordered, and compared by their order, as a Chinese dictionary is, by pinyin. */
  readonly collated?: true;
  /** Narrowest comfortable column width in px. */
  readonly width: number;
  /** Validates input of a present (non-null) value and yields its wire form, the one all code but the database speaks. */
  schema(options: Options): z.ZodMiniType<Value>;
  /**
   * A value in the one way of writing it is stored and compared in, of what people type, paste, import or read from a
   * paper: 云AD12345 of 车牌 云A·D12345. Of part of a value it makes that part. `schema` goes by it, and so do conditions.
   */
  normalize?(written: string, options: Options): string;
  /**
   * What its values are told apart by, where they are stored as they were written: L-YN00123 and l yn 00123 are one number. The
   * database has the same as `compact_identifier`.
   */
  compact?(written: string): string;
  /** How its values are found in a text that is searched for, where they may be written in several words. */
  readonly inSearch?: SearchedValue;
  /** What the database takes for a value in wire form, where that differs. */
  store?(wire: Value): unknown;
  /** SQL expression that turns the column into its wire form; the column itself when left out. */
  wire?(column: string): string;
  /** The column beside its own that keeps what is known of a value, where a field has one: jsonb. */
  detailsColumn?(options: Options): string | undefined;
  /** What is kept there of a value in wire form; null: nothing. */
  storeDetails?(wire: Value): string | null;
  /** SQL expression of the wire form of both columns. */
  wireWithDetails?(column: string, detailsColumn: string): string;
  /** Other fields a cell is drawn with. */
  drawnWith?(options: Options): readonly string[];
  /** SQL expression of what lists carry of a value that may be long: enough for a cell. */
  brief?(column: string): string;
  /** SQL expression of the masked wire form, for kinds that hold personal data. */
  mask?(column: string): string;
  /** SQL expression that turns the text parameter of a filter into the column's type. */
  compare?(parameter: string): string;
  /** What a text of a filter says, as `compare` takes it; undefined: nothing this kind could be compared with. */
  readFilter?(written: string): string | undefined;
  /** Compared otherwise than its column is: a moment by its days, a division with all inside it, rows with all of their resource. */
  readonly comparison?: 'moment' | 'division' | 'row';
  /** Operators a filter on the screen offers, where not all of them. */
  readonly offered?: readonly Operator[];
  /** What such a filter calls them, where not as others do. */
  readonly operatorLabels?: Readonly<Partial<Record<Operator, Text>>>;
  /** The kind whose input takes the value of a filter, where not its own. */
  readonly filterAs?: 'date' | 'text';
  /** What its values name rows of. */
  target?(options: Options): Target;
  /** The same, where a value names a row of one of several resources. */
  targets?(options: Options): readonly Target[];
  /** The same, where it may be a row of any resource. */
  readonly anyRow?: true;
  /** SQL of what is left of it for whoever may not see the row it tells of; nothing unless told. */
  untold?(column: string): string;
  /** The wire form of no value where that is not null: 0 above the top of a tree. */
  readonly none?: 0;
  /** What no value says, where that says something: of a paper without a last day that it is unlimited. */
  unset?(options: Options): Text | undefined;
  /** What a new row's form begins with where the declaration says nothing. */
  readonly blank?: unknown;
  /** What is said when a value that must be given is not. */
  readonly absent?: MessageKey;
  /** A day, or has one: rows can be laid out in a calendar by it. */
  readonly dated?: true;
  /** Few values, each with a name: rows are told apart by them. */
  readonly apart?: true;
  /** Values of several rows can be added up. */
  readonly sums?: true;
  /** A number without decimals. */
  readonly whole?: true;
  readonly align?: 'right';
  /** Typed on a keyboard: Enter ends a line, and begins the next where there are several. */
  readonly typed?: 'line' | 'lines';
  /** Taken from what is offered, in no more room than a cell has: said with the choice, or when several are chosen. */
  readonly chosen?: 'once' | 'several';
  /** Its input has more than one control, so that its label names a group. */
  readonly grouped?: true;
  /** What is looked up by it elsewhere is copied, not typed again. */
  readonly copied?: true;
  /** Running text, in which a number may be written in any way. */
  readonly prose?: true;
  /** HTML: the server keeps what its allow-list has. */
  readonly html?: true;
  /** Words of one's own about a fact, not the fact: who confirms may write others. */
  readonly remark?: true;
  /** Says who somebody is, or how to reach them: by name, or by a number of theirs. */
  readonly personal?: 'name' | 'number';
  /** Never leaves the server once it is written. */
  readonly secret?: true;
  /** Sizes of the groups its characters are read in. */
  readonly groups?: readonly number[];
  /** The keyboard a phone shows, and whether it begins with capitals. */
  readonly keyboard?: 'tel' | 'email' | 'url';
  readonly capitals?: true;
  /** A wire value that a field with these options accepts, for the API document and tests. */
  example(options: Options): unknown;
  /** JSON Schema of the wire form, where `schema` alone does not tell it. */
  form?(options: Options): Readonly<Record<string, unknown>>;
  /** What a schema cannot say, for the API document. */
  readonly note?: Text;
  /** How a value is written in a sheet, for whoever fills one in. */
  sheetHint?(options: Options): Text | undefined;
  /** Number format of its cells in a sheet, and of its sums; text unless told. */
  readonly sheetFormat?: '0' | '0.00';
  /** The closed set to choose from now, with its words. */
  choices?(options: Options): readonly (readonly [value: string, word: Text])[];
  /** The value as a person reads it in a sheet: `wire` is the wire form, `related` what stands beside it of a target. */
  toText?(wire: unknown, options: Options, locale: Locale, related?: unknown): string;
  /** The wire input meant by a cell of an imported sheet. */
  fromText?(cell: string, options: Options): unknown;
  /** Stored sealed: the column is jsonb {mask, cipher, hash} written by the server's seal. */
  readonly sealed?: boolean;
  /** Holds addresses of uploaded files: the types it takes where a field says no more, as the upload check reads them. */
  readonly accept?: string;
  /** The masked form of a plain value, as `mask` writes it. */
  maskValue?(value: string): string;
}

/** Values of a kind within a text, half-width and without invisible marks, that people search for. */
export interface SearchedValue {
  /** What may be one, with what is written between its characters; global. Reads a text once, from left to right. */
  readonly pattern: RegExp;
  /** The value as it is stored; undefined: it is none. */
  read(found: string): string | undefined;
  /** What is said before one, for a set of alternatives: 车牌号. */
  readonly called: string;
}

/** Every text kind trims, normalises to NFC and drops control characters (tab and line breaks kept on demand). */
export function cleanText(value: string, lines = false): string {
  const pattern = lines ? /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g : /[\u0000-\u001f\u007f-\u009f]/g;
  return value.normalize('NFC').replace(/\r\n?/g, '\n').replace(pattern, '').trim();
}

/** The wire form of no value in a resource without nulls: '' of words, 0 of numbers and moments, null of all the rest. */
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

/** Refuses what a spreadsheet has left of a long number, before it is read as anything else. */
export const notRounded = z.refine<string>((value) => !isRoundedText(value), {
  error: issue('rounded_number'),
  abort: true,
});

/** What a client meant as text: digits may come as a number; objects, lists and flags are no text. */
export const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** A schema for what is made of the input first; what cannot be read stays as it came, and is refused by the schema. */
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
