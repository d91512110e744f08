import type { AnyField, Field, FieldOptions, Fields, KindName } from '../declaration/field.ts';
import { accountKind, emailKind, passwordKind, urlKind } from '../kind/account-password-email-and-url.ts';
import { colorKind, iconKind } from '../kind/color-and-icon.ts';
import { creditCodeKind, type PlateOptions, plateKind } from '../kind/credit-code-and-plate.ts';
import { type DateOptions, dateKind } from '../kind/date.ts';
import { datetimeKind } from '../kind/datetime.ts';
import { printedNumberKind } from '../kind/document-contract-and-order-number.ts';
import type { Kind, ReferenceTarget } from '../kind/field-kind-type-and-shared-conversions.ts';
import { type Pair, pairsKind } from '../kind/key-value-pairs.ts';
import { type AnyRecordReference, anyRecordReferenceKind } from '../kind/linked/any-record-reference.ts';
import { type AreaOptions, areaKind } from '../kind/linked/area.ts';
import { type ChildListOptions, childRowsKind, type SubmittedChildRow } from '../kind/linked/child-rows.ts';
import { type FileOptions, fileKind, filesKind, imageKind, imagesKind } from '../kind/linked/file.ts';
import { type OneOfOptions, oneOfKind, type RowReference } from '../kind/linked/one-of-reference.ts';
import {
  branchesKind,
  parentKind,
  type ReferenceOptions,
  referenceKind,
  referencesKind,
} from '../kind/linked/reference.ts';
import { type MoneyOptions, moneyKind } from '../kind/money.ts';
import {
  type IdNumberOptions,
  idNumberKind,
  type MobileOptions,
  mobileKind,
  personNameKind,
} from '../kind/name-mobile-and-id-number.ts';
import { floatKind, integerKind, type NumberOptions, numberKind } from '../kind/number.ts';
import { type Place, type PlaceOptions, placeKind } from '../kind/place-on-map.ts';
import { type EditorOptions, editorKind } from '../kind/rich-text-editor.ts';
import {
  checkboxKind,
  radioKind,
  type SelectOptions,
  type SelectsOptions,
  selectKind,
  selectsKind,
} from '../kind/select.ts';
import { type Signature, signatureKind } from '../kind/signature.ts';
import { type SwitchOptions, switchKind } from '../kind/switch.ts';
import { type ProseOptions, type TextOptions, textKind } from '../kind/text.ts';
import { textareaKind } from '../kind/textarea.ts';
import { timeKind, yearKind } from '../kind/time-and-year.ts';
import type { OptionList } from '../option/declare-editable-option-list.ts';
import type { Text } from '../text/text.ts';

/** The closed set of kinds. If a single resource needs something else, a hook provides it, not a new kind. */
export const kinds = {
  text: textKind,
  textarea: textareaKind,
  number: numberKind,
  float: floatKind,
  integer: integerKind,
  money: moneyKind,
  date: dateKind,
  time: timeKind,
  year: yearKind,
  datetime: datetimeKind,
  switch: switchKind,
  select: selectKind,
  radio: radioKind,
  selects: selectsKind,
  checkbox: checkboxKind,
  reference: referenceKind,
  references: referencesKind,
  branches: branchesKind,
  parent: parentKind,
  area: areaKind,
  place: placeKind,
  file: fileKind,
  files: filesKind,
  image: imageKind,
  images: imagesKind,
  pairs: pairsKind,
  color: colorKind,
  icon: iconKind,
  editor: editorKind,
  password: passwordKind,
  account: accountKind,
  email: emailKind,
  url: urlKind,
  personName: personNameKind,
  mobile: mobileKind,
  idNumber: idNumberKind,
  creditCode: creditCodeKind,
  plate: plateKind,
  identifier: printedNumberKind,
  subject: anyRecordReferenceKind,
  oneOf: oneOfKind,
  rows: childRowsKind,
  signature: signatureKind,
} as const satisfies Readonly<Record<KindName, { readonly name: string }>>;

const common = [
  'required',
  'requiredWhen',
  'search',
  'initials',
  'unique',
  'privacy',
  'personal',
  'list',
  'write',
  'section',
  'hint',
  'initial',
  'shownWhen',
  'filter',
  'through',
  'from',
  'computed',
  'reads',
  'writes',
  'fromSource',
  'number',
  'english',
] as const;

/** Where options come from: the declaration, or an option list that administrators maintain. */
type Chosen<O extends SelectOptions> = O | (Omit<O, 'options'> & { optionList: Pick<OptionList, 'options'> });

type Required_<O> = O extends { required: true } ? true : false;

function declare<V, R extends boolean>(kind: KindName, label: Text, given: object): Field<V, R> {
  const field: Record<string, unknown> = { kind, label };
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    ((common as readonly string[]).includes(name) ? field : options)[name] = value;
  }
  const list = options.optionList as Pick<OptionList, 'options'> | undefined;
  if (list) Object.defineProperty(options, 'options', { get: () => list.options, enumerable: true });
  // Computed values and numbers cannot be written.
  const isAssigned =
    field.through || field.from || field.computed || (field.number !== undefined && field.write === undefined);
  return { ...field, ...(isAssigned ? { write: 'server' as const } : {}), kind, label, options };
}

/** Creates the factory of a kind with value type `V` on the wire and options `K`. */
const of =
  <V, K extends object = object>(kind: KindName) =>
  <const O extends FieldOptions & K>(label: Text, ...[options]: object extends K ? [options?: O] : [options: O]) =>
    declare<V, Required_<O>>(kind, label, options ?? {});

/** Declares fields, one factory for each kind: `field.money(text('保费', 'Premium'), { required: true })`. */
export const field = {
  text: of<string, ProseOptions>('text'),
  textarea: of<string, ProseOptions>('textarea'),
  number: of<number, NumberOptions>('number'),
  float: of<number, NumberOptions>('float'),
  integer: of<number, NumberOptions>('integer'),
  /** Yuan as a string with two decimals. */
  money: of<string, MoneyOptions>('money'),
  date: of<string, DateOptions>('date'),
  time: of<string>('time'),
  year: of<number>('year'),
  /** Unix seconds. */
  datetime: of<number>('datetime'),
  switch: of<'0' | '1', SwitchOptions>('switch'),
  select: <const V extends string, const O extends FieldOptions = FieldOptions>(
    label: Text,
    options: O & Chosen<SelectOptions<V>>,
  ) => declare<V, Required_<O>>('select', label, options),
  radio: <const V extends string, const O extends FieldOptions = FieldOptions>(
    label: Text,
    options: O & Chosen<SelectOptions<V>>,
  ) => declare<V, Required_<O>>('radio', label, options),
  selects: <const V extends string, const O extends FieldOptions = FieldOptions>(
    label: Text,
    options: O & Chosen<SelectsOptions<V>>,
  ) => declare<V[], Required_<O>>('selects', label, options),
  checkbox: <const V extends string, const O extends FieldOptions = FieldOptions>(
    label: Text,
    options: O & Chosen<SelectsOptions<V>>,
  ) => declare<V[], Required_<O>>('checkbox', label, options),
  reference: of<number, ReferenceOptions>('reference'),
  references: of<number[], ReferenceOptions>('references'),
  branches: of<number[], ReferenceOptions>('branches'),
  parent: of<number, ReferenceOptions>('parent'),
  area: of<string, AreaOptions>('area'),
  place: of<Place, PlaceOptions>('place'),
  file: of<string, FileOptions>('file'),
  files: of<string[], FileOptions>('files'),
  image: of<string, FileOptions>('image'),
  images: of<string[], FileOptions>('images'),
  pairs: of<Pair[]>('pairs'),
  color: of<string>('color'),
  icon: of<string>('icon'),
  editor: of<string, EditorOptions>('editor'),
  password: of<string>('password'),
  account: of<string>('account'),
  email: of<string>('email'),
  url: of<string>('url'),
  personName: of<string>('personName'),
  mobile: of<string, MobileOptions>('mobile'),
  idNumber: of<string, IdNumberOptions>('idNumber'),
  creditCode: of<string>('creditCode'),
  plate: of<string, PlateOptions>('plate'),
  /** The number of a document, vehicle, contract or order: `L-YN00123`. */
  identifier: of<string, TextOptions>('identifier'),
  /** A row of one of several resources: `to: { 'enterprise/enterprise': text('企业', 'Enterprise'), … }`. */
  oneOf: <const T extends string, const O extends FieldOptions = FieldOptions>(
    label: Text,
    options: O & OneOfOptions<T>,
  ) => declare<RowReference<T>, Required_<O>>('oneOf', label, options),
  /** The record of any resource that a row is about. Only the server writes it. */
  subject: of<AnyRecordReference>('subject'),
  /**
   * An ordered list of child rows, whose resource declares `partOf`. The value is null if there are too many rows to
   * include in a record.
   */
  rows: of<readonly SubmittedChildRow[], ChildListOptions>('rows'),
  /** A signature, drawn or typed. Only the evidence of a move can contain one. */
  signature: of<Signature>('signature'),
} as const;

/** The kind of a declared field. */
export function kindOf(one: AnyField): AnyKind {
  return kinds[one.kind] as unknown as AnyKind;
}

/**
 * Normalises a value for storage and comparison. It stays unchanged if its kind has no normal form, or if nothing would
 * remain.
 */
export const normalizeValue = (one: AnyField, written: string): string =>
  kindOf(one).normalize?.(written, one.options) || written;

/** Converts a value to the form in which values of the field are compared. */
export const comparedValue = (one: AnyField, written: string): string =>
  kindOf(one).compact?.(written) ?? normalizeValue(one, written);

/** Whether a field holds uploaded files. */
export const holdsFiles = (one: AnyField): boolean => kindOf(one).accept !== undefined;

/** Whether a field holds uploaded pictures. */
export const holdsPictures = (one: AnyField): boolean => kindOf(one).accept === 'image/*';

/** Whether values can refer to files: those of file fields, and rich text with pictures. */
export const refersToFiles = (one: AnyField): boolean => holdsFiles(one) || kindOf(one).html === true;

/** Whether a value of the field refers to a row or a file, which may no longer exist. */
export const refersToRowOrFile = (one: AnyField): boolean =>
  one.options.to !== undefined || kindOf(one).anyRow === true || holdsFiles(one);

/** The file types that a field allows, as a comma-separated list (`kernel/settings/allowed-file-types.ts`). */
export const acceptedTypes = (one: AnyField): string =>
  typeof one.options.accept === 'string' ? one.options.accept : (kindOf(one).accept ?? '*');

/**
 * Whether lists can be ordered by a field. Personal data, values read through a reference or copied from a source row,
 * and fields that the caller can read in some rows only are excluded.
 */
export const isOrderable = (one: AnyField): boolean =>
  kindOf(one).sorts &&
  one.privacy === undefined &&
  one.through === undefined &&
  one.fromSource === undefined &&
  !(one.reads !== undefined && one.filter === false);

/** Whether a field has a column in the resource's own table. */
export const hasColumn = (one: AnyField): boolean =>
  kindOf(one).column !== '' && one.from === undefined && one.through === undefined;

/** The resource that values refer to. Undefined: they refer to none, or not always to the same. */
export const targetOf = (one: AnyField): ReferenceTarget | undefined => kindOf(one).target?.(one.options);

/** All resources that values may refer to. */
export function targetsOf(one: AnyField): readonly ReferenceTarget[] {
  const target = targetOf(one);
  return target ? [target] : (kindOf(one).targets?.(one.options) ?? []);
}

/** Whether values refer to a row of one of several resources. */
export const isPolymorphicReference = (one: AnyField): boolean => kindOf(one).targets !== undefined;

/** Whether a field holds a list of values. */
export const holdsSeveralValues = (one: AnyField): boolean => kindOf(one).column.endsWith('[]');

/**
 * The field that puts rows on a map: the first place field that lists may show to everybody. Undefined: there is none.
 */
export const placeFieldOf = ({ fields }: { readonly fields: Fields }): string | undefined =>
  Object.entries(fields).find(
    ([, one]) => kindOf(one).column === 'point' && one.list !== 'never' && one.privacy === undefined,
  )?.[0];

/** A kind without its type parameters, as the engine handles it. */
export type AnyKind = Kind<unknown, Readonly<Record<string, unknown>>>;
