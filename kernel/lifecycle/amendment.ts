import type { Field, Fields } from '../declaration/field.ts';
import type { Amendments } from '../declaration/filed-row-amendment.ts';
import type { Editable, State } from '../declaration/lifecycle.ts';
import { kindOf } from '../field/field.ts';
import type { SelectsOptions } from '../kind/select.ts';
import type { Text } from '../text/text.ts';

/** A resource with amendments, as far as it is needed here. */
interface Amended {
  readonly name: string;
  readonly fields: Fields;
  readonly amendments?: Amendments;
  readonly life?: { readonly states: Readonly<Record<string, State>> };
}

/** The amendment rules that apply to a row in this state, if any. */
export const amendmentsIn = ({ amendments }: Pick<Amended, 'amendments'>, state: unknown): Amendments | undefined =>
  amendments?.in.includes(String(state)) ? amendments : undefined;

/** The fields of the amendment itself, which appear in no other form. */
export const amendmentOwnFields = ({ by, reasons, attached = [] }: Amendments): readonly string[] => [
  by,
  ...reasons,
  ...attached,
];

/** Fields to fill in before other fields open. */
export const kindAndReasons = ({ by, reasons }: Amendments): readonly string[] => [by, ...reasons];

/** The declared kinds among those sent with an amendment. */
export const statedKinds = (
  { by, kinds }: Amendments,
  values: Readonly<Record<string, unknown>>,
): readonly string[] => {
  const stated = values[by];
  return Array.isArray(stated) ? Object.keys(kinds).filter((kind) => stated.includes(kind)) : [];
};

/** Whether a field may be written in a state: by an amendment of these kinds, or because the row is not on file. */
export function isOpenForAmendment(
  { amendments }: Amended,
  name: string,
  state: unknown,
  kinds: readonly string[] = [],
): boolean {
  if (!amendments) return true;
  if (!amendments.in.includes(String(state))) return !amendmentOwnFields(amendments).includes(name);
  return kindAndReasons(amendments).includes(name) || kinds.some((kind) => amendments.kinds[kind]?.includes(name));
}

/** Names of the kinds that open a field. Undefined: none does. */
export function kindsOpeningField({ amendments, fields }: Amended, name: string): Text | undefined {
  if (!amendments) return undefined;
  const kinds = Object.keys(amendments.kinds).filter((kind) => amendments.kinds[kind]?.includes(name));
  const { options } = (fields[amendments.by]?.options ?? {}) as Partial<SelectsOptions>;
  if (kinds.length === 0 || !options) return undefined;
  const labelsIn = (locale: 'zh-cn' | 'en', separator: string) =>
    kinds.map((kind) => options[kind]?.[locale] ?? kind).join(separator);
  return { 'zh-cn': labelsIn('zh-cn', '”或“'), en: labelsIn('en', '” or “') };
}

/** Throws if the kinds of an amendment cannot be entered, or if a field could never be amended. */
export function checkAmendments(declared: Amended): void {
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
  const own = amendmentOwnFields(amendments);
  const opened = new Set(Object.values(amendments.kinds).flat());
  for (const one of [...own, ...opened]) {
    const amended = fields[one];
    if (!amended || amended.write === 'server') throw wrong(`with ${one}, which forms cannot write`);
    if (amended.required && own.includes(one)) throw wrong(`with ${one}, which must not be required`);
  }
  for (const one of kindAndReasons(amendments))
    if (opened.has(one)) throw wrong(`that open ${one}, a field of the amendment itself`);
  const closed = (state: string): ((one: string) => boolean) => {
    const { editable } = life?.states[state] ?? {};
    const rules = (
      editable === undefined || typeof editable !== 'object' || Array.isArray(editable) || 'except' in editable
        ? [editable ?? true]
        : Object.values(editable)
    ) as readonly Editable[];
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
