import type { Actor } from '../declaration/account-types-and-member-role-names.ts';
import type { AnyField, Fields } from '../declaration/field.ts';
import type { EditableFields, Move, State } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { type Text, textIn } from '../text/text.ts';
import { validationMessages } from '../text/validation-messages.ts';
import {
  amendmentKindsOpeningField,
  amendmentRulesInState,
  fieldsDescribingAmendment,
  isOpenForAmendment,
} from './fields-opened-by-amendment-rules.ts';

/** Who writes, and the state of the row. If they are missing, only the declarations of the fields decide. */
export interface WriteSituation {
  readonly actor?: Actor | undefined;
  readonly state?: unknown;
  /**
   * The kinds of the amendment, if the row is on file. Without kinds, only the fields that describe the amendment can
   * be written.
   */
  readonly amends?: readonly string[] | undefined;
}

const cache = new WeakMap<AnyResource, Map<string, Fields>>();
const inForm = new WeakMap<AnyResource, Fields>();

/**
 * The fields that a form may write: those declared for forms, except those that the state closes for this actor. Forms,
 * the server, the offered actions and the API document all use this function.
 */
export function writableFields(resource: AnyResource, operation: 'add' | 'edit', writing: WriteSituation = {}): Fields {
  const { actor, state, amends = [] } = writing;
  const key = `${operation} ${operation === 'edit' ? `${actor} ${String(state)} ${amends.join()}` : actor}`;
  const cached = cache.get(resource) ?? new Map<string, Fields>();
  cache.set(resource, cached);
  let fields = cached.get(key);
  if (!fields) {
    fields = Object.fromEntries(
      Object.entries(formFields(resource)).filter(
        ([name, one]) =>
          (actor === undefined ||
            isOpenForAmendment(resource, name, operation === 'add' ? undefined : state, amends)) &&
          (operation === 'add' || (one.write !== 'add' && lets(rule(resource, writing), name))),
      ),
    );
    cached.set(key, fields);
  }
  return fields;
}

/** The fields that people can write at all, in declared order. Fields with `write: 'server'` are left out. */
export function formFields(resource: AnyResource): Fields {
  let fields = inForm.get(resource);
  if (!fields) {
    fields = Object.fromEntries(Object.entries(resource.fields).filter(([, one]) => one.write !== 'server'));
    inForm.set(resource, fields);
  }
  return fields;
}

/** Whether no form field can be written in the row's state. */
export const isFormLocked = (resource: AnyResource, writing: WriteSituation): boolean =>
  Object.keys(writableFields(resource, 'edit', writing)).length === 0;

/** Whether a row may be deleted in its state. The offered actions and the server both use this function. */
export function isDeletable(resource: AnyResource, { actor = 'admin', state }: WriteSituation): boolean {
  const states: Readonly<Record<string, State>> = resource.life?.states ?? {};
  const deletable = states[String(state)]?.deletable;
  return typeof deletable === 'object' ? deletable[actor] !== false : deletable !== false;
}

/**
 * The move with which this actor can change a field that the form cannot write in this state. It has an input of the
 * same name, or one that `standsFor` the field, as a credit code stands for the key of an enterprise.
 */
export function moveThatChangesField(
  resource: AnyResource,
  name: string,
  { actor, state }: WriteSituation,
): Move | undefined {
  return Object.values((resource.life?.moves ?? {}) as Readonly<Record<string, Move>>).find(
    (move) =>
      move.from.includes(String(state)) &&
      (!actor || (move.by ?? ['admin']).includes(actor)) &&
      Object.entries(move.input ?? {}).some(([input, one]) => input === name || one.options.standsFor === name),
  );
}

/** The message that says why a field cannot be written in this situation, and how it can be changed. */
export function messageForLockedField(resource: AnyResource, name: string, writing: WriteSituation): Text {
  const one = resource.fields[name] as AnyField | undefined;
  if (one?.write === 'add') return validationMessages.field_once;
  const state = statesOf(resource)[String(writing.state)];
  const kinds = lets(rule(resource, writing), name) && amendmentKindsOpeningField(resource, name);
  const amendments = kinds && amendmentRulesInState(resource, writing.state);
  if (kinds && amendments) return filled(validationMessages.field_amended, { kinds, by: amendments.label });
  const { amendments: later } = resource;
  if (later && fieldsDescribingAmendment(later).includes(name))
    return filled(validationMessages.field_of_amendment, { by: later.label });
  const move = moveThatChangesField(resource, name, writing);
  const message = move ? validationMessages.field_by_move : validationMessages.field_locked;
  const messageIn = (locale: 'zh-cn' | 'en') =>
    textIn(message, locale, { state: state?.[locale] ?? String(writing.state), move: move?.label[locale] });
  return { 'zh-cn': messageIn('zh-cn'), en: messageIn('en') };
}

const filled = (message: Text, { kinds, by }: { readonly kinds?: Text; readonly by: Text }): Text => ({
  'zh-cn': textIn(message, 'zh-cn', { kinds: kinds?.['zh-cn'], by: by['zh-cn'] }),
  en: textIn(message, 'en', { kinds: kinds?.en, by: by.en }),
});

const statesOf = (resource: AnyResource): Readonly<Record<string, State>> => resource.life?.states ?? {};

function rule(resource: AnyResource, { actor, state }: WriteSituation): EditableFields {
  const states = statesOf(resource);
  const editable = typeof state === 'string' && Object.hasOwn(states, state) ? states[state]?.editable : undefined;
  if (editable === undefined || actor === undefined) return true;
  if (typeof editable === 'boolean' || Array.isArray(editable) || 'except' in editable)
    return editable as EditableFields;
  return (editable as Partial<Record<Actor, EditableFields>>)[actor] ?? true;
}

function lets(editable: EditableFields, name: string): boolean {
  if (typeof editable === 'boolean') return editable;
  return 'except' in editable ? !editable.except.includes(name) : editable.includes(name);
}

/** All fields that `editable` of a state names, for any actor. */
export function fieldsNamedInEditableRule({ editable }: State): string[] {
  if (editable === undefined || typeof editable === 'boolean') return [];
  const rules: EditableFields[] =
    Array.isArray(editable) || 'except' in editable ? [editable as EditableFields] : Object.values(editable);
  return rules.flatMap((one) => (typeof one === 'boolean' ? [] : 'except' in one ? [...one.except] : [...one]));
}
