import type { AnyField, Fields } from '../declaration/field.ts';
import type { Move } from '../declaration/lifecycle.ts';
import type { Publication } from '../declaration/publication-of-rows-without-sign-in.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { checkConditionDeclarations } from '../field/check-condition-and-guard-declarations.ts';
import { hasColumn, kindOf, targetsOf } from '../field/field.ts';
import { allColumnsOf } from './all-columns-of-resource.ts';

const published = new WeakMap<AnyResource, AnyResource>();

/**
 * A resource as it is published: only its published fields, with personal data masked. Throws if nothing of it is
 * published.
 */
export function publishedResource(resource: AnyResource): AnyResource {
  let open = published.get(resource);
  if (!open) {
    open = { ...resource, fields: publishedFields(resource) };
    published.set(resource, open);
  }
  return open;
}

const publicationOf = ({ name, published: declared }: AnyResource): Publication => {
  if (!declared) throw new Error(`${name}: nothing of it is published`);
  return declared;
};

function publishedFields(resource: AnyResource): Fields {
  const { fields, inFull = [] } = publicationOf(resource);
  const all = allColumnsOf(resource);
  return Object.fromEntries(
    fields.map((name) => {
      const { privacy: _, ...one } = all[name] as AnyField;
      return [name, isPersonal(all[name] as AnyField) && !inFull.includes(name) ? { ...one, privacy: 'masked' } : one];
    }),
  );
}

const isPersonal = (one: AnyField): boolean => one.privacy !== undefined || kindOf(one).mask !== undefined;

/** The published fields with text that people write, which may contain personal numbers. */
export const publishedFreeTextFields = (resource: AnyResource): string[] =>
  Object.entries(publishedResource(resource).fields).flatMap(([name, one]) => {
    const { column, typed, html, personal, prose } = kindOf(one);
    const isFree = (typed !== undefined || html === true || prose === true) && personal === undefined;
    return column === 'text' && isFree && one.privacy === undefined && one.write !== 'server' ? [name] : [];
  });

/** The states in which rows are published. Undefined: the state does not decide. */
const publicStates = ({ when }: Publication): readonly string[] | undefined =>
  when.flatMap(([field, operator, value]) =>
    field === 'status' && (operator === '=' || operator === 'IN') ? [[value].flat().map(String)] : [],
  )[0];

/** Whether the title of rows is the name or number of a person, which a reference to such a row would show in full. */
const namesPersons = (to: AnyResource | undefined): boolean => {
  const title = to?.fields[to.title];
  return title !== undefined && title.privacy === undefined && kindOf(title).mask !== undefined;
};

/** Throws if a publication includes something that cannot be shown to everybody. */
export function checkPublication(resource: AnyResource, find: FindResource): void {
  const { published: declared, life, name } = resource;
  if (!declared) return;
  const fault = (why: string) => new Error(`${name} published: ${why}`);
  const all = allColumnsOf(resource);
  if (declared.when.length === 0) throw fault('a condition is expected, or every draft would be public');
  checkConditionDeclarations(`${name} published`, declared.when, all);
  if (declared.fields.length === 0) throw fault('no fields');
  for (const each of declared.fields) {
    const one = Object.hasOwn(all, each) ? all[each] : undefined;
    if (!one) throw fault(`${each} is not a field`);
    const kind = kindOf(one);
    if (!hasColumn(one) || one.through || one.from) throw fault(`${each} has no column of its own`);
    if (one.privacy === 'hidden' || kind.secret || kind.accept !== undefined)
      throw fault(`${each} is not for everybody`);
    if (one.privacy === 'masked' && !kind.mask) throw fault(`${each} is personal data without a mask`);
    if (one.reads !== undefined) throw fault(`${each} is read only by holders of ${one.reads}`);
    const person = targetsOf(one).find((to) => namesPersons(find(to.resource)));
    if (person && !declared.inFull?.includes(each)) throw fault(`${each} names persons (${person.resource})`);
    if (one.fromSource || kind.anyRow) throw fault(`${each} is copied from rows not everybody sees`);
  }
  for (const each of declared.inFull ?? []) {
    if (!declared.fields.includes(each)) throw fault(`${each} is published in full, but not published`);
    if (kindOf(all[each] as AnyField).sealed) throw fault(`${each} is stored encrypted and never published in full`);
  }
  const moves: Readonly<Record<string, Move>> = life?.moves ?? {};
  for (const each of declared.moves ?? []) {
    if (!Object.hasOwn(moves, each)) throw fault(`${each} is not a move`);
    const input = declared.override === undefined ? undefined : moves[each]?.input?.[declared.override];
    if (declared.override !== undefined && (!input || kindOf(input).column !== 'boolean'))
      throw fault(`${each} has no switch ${declared.override}`);
  }
  if (declared.override !== undefined && !declared.moves?.length) throw fault('override without moves');
  const states = publishedFreeTextFields(resource).length > 0 ? publicStates(declared) : undefined;
  for (const [move, { from, to, orTo = [] }] of states ? Object.entries(moves) : []) {
    const enters = [...(to === undefined ? [] : [to]), ...orTo].some((state) => states?.includes(state));
    const stays = from.every((state) => states?.includes(state));
    if (enters && !stays && !declared.moves?.includes(move))
      throw fault(`${move} publishes and is not among its moves`);
  }
}
