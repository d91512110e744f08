import type { AmendmentRules } from '../declaration/amendment-of-filed-row-by-kinds-and-reasons.ts';
import type { Field, Fields } from '../declaration/field.ts';
import type { EditableFields, State } from '../declaration/lifecycle.ts';
import { kindOf } from '../field/field.ts';
import type { SelectsOptions } from '../kind/select.ts';
import type { Text } from '../text/text.ts';

/** The parts of a resource that are needed here. */
interface Amended {
  readonly name: string;
  readonly fields: Fields;
  readonly amendments?: AmendmentRules;
  readonly life?: { readonly states: Readonly<Record<string, State>> };
}

/** The rules for amendments of a row in this state. Undefined: the row is not on file. */
export const amendmentRulesInState = (
  { amendments }: Pick<Amended, 'amendments'>,
  state: unknown,
): AmendmentRules | undefined => (amendments?.in.includes(String(state)) ? amendments : undefined);

/** The fields that describe an amendment. They appear in no other form. */
export const fieldsDescribingAmendment = ({ by, reasons, attached = [] }: AmendmentRules): readonly string[] => [
  by,
  ...reasons,
  ...attached,
];

/** The fields that must be filled in before other fields can be changed. */
export const kindAndReasonFields = ({ by, reasons }: AmendmentRules): readonly string[] => [by, ...reasons];

/** Those kinds sent with an amendment that are declared. */
export const amendmentKindsOfInput = (
  { by, kinds }: AmendmentRules,
  values: Readonly<Record<string, unknown>>,
): readonly string[] => {
  const stated = values[by];
  return Array.isArray(stated) ? Object.keys(kinds).filter((kind) => stated.includes(kind)) : [];
};

/** Whether a field may be written in this state: because the row is not on file, or by an amendment of these kinds. */
export function isOpenForAmendment(
  { amendments }: Amended,
  name: string,
  state: unknown,
  kinds: readonly string[] = [],
): boolean {
  if (!amendments) return true;
  if (!amendments.in.includes(String(state))) return !fieldsDescribingAmendment(amendments).includes(name);
  return kindAndReasonFields(amendments).includes(name) || kinds.some((kind) => amendments.kinds[kind]?.includes(name));
}

/** The labels of the kinds with which a field can be amended, joined by “or”. Undefined: there is none. */
export function amendmentKindsOpeningField({ amendments, fields }: Amended, name: string): Text | undefined {
  if (!amendments) return undefined;
  const kinds = Object.keys(amendments.kinds).filter((kind) => amendments.kinds[kind]?.includes(name));
  const { options } = (fields[amendments.by]?.options ?? {}) as Partial<SelectsOptions>;
  if (kinds.length === 0 || !options) return undefined;
  const labelsIn = (locale: 'zh-cn' | 'en', separator: string) =>
    kinds.map((kind) => options[kind]?.[locale] ?? kind).join(separator);
  return { 'zh-cn': labelsIn('zh-cn', '”或“'), en: labelsIn('en', '” or “') };
}

/** Throws if the kinds of an amendment cannot be entered, or if some form field could never be amended. */
export function checkAmendmentDeclaration(declared: Amended): void {
  const { name, fields, amendments, life } = declared;
  if (!amendments) return;
  const wrong = (what: string) => new Error(`${name}: amendments ${what}`);
  const unknown = amendments.in.find((state) => !Object.hasOwn(life?.states ?? {}, state));
  if (unknown !== undefined) throw wrong(`in ${unknown}, which is not a state`);
  const { options } = (fields[amendments.by]?.options ?? {}) as Partial<SelectsOptions>;
  const by = fields[amendments.by] as Field | undefined;
  if (!by || kindOf(by).name !== 'checkbox' || !options)
    throw wrong(`by ${amendments.by}, which is not a checkbox field`);
  if (Object.keys(options).toSorted().join() !== Object.keys(amendments.kinds).toSorted().join())
    throw wrong(`by ${amendments.by}, whose options are not its kinds`);
  const own = fieldsDescribingAmendment(amendments);
  const opened = new Set(Object.values(amendments.kinds).flat());
  for (const one of [...own, ...opened]) {
    const amended = fields[one];
    if (!amended || amended.write === 'server') throw wrong(`with ${one}, which forms cannot write`);
    if (amended.required && own.includes(one)) throw wrong(`with ${one}, which must not be required`);
  }
  for (const one of kindAndReasonFields(amendments))
    if (opened.has(one)) throw wrong(`that open ${one}, a field of the amendment itself`);
  const closed = (state: string): ((one: string) => boolean) => {
    const { editable } = life?.states[state] ?? {};
    const rules = (
      editable === undefined || typeof editable !== 'object' || Array.isArray(editable) || 'except' in editable
        ? [editable ?? true]
        : Object.values(editable)
    ) as readonly EditableFields[];
    return (one) =>
      rules.every((rule) =>
        typeof rule === 'boolean' ? !rule : 'except' in rule ? rule.except.includes(one) : !rule.includes(one),
      );
  };
  for (const state of amendments.in)
    for (const [one, { write }] of Object.entries(fields))
      if (write !== 'server' && write !== 'add' && !own.includes(one) && !opened.has(one) && !closed(state)(one))
        throw wrong(`of no kind open ${one}, which could not be changed in ${state}`);
}
