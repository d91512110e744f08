import { type AnyField, targetsOf } from './field.ts';
import { type Check, checkChecks } from './guard.ts';
import { holderOf, isHeldAbove } from './holding.ts';
import type { Move } from './lifecycle.ts';
import { type FindResource, parentOf } from './part.ts';
import { type AnyResource, allFields } from './resource.ts';

/**
 * Which rows a reference may point at: those the caller sees (`own`, unless told), those in their area whosever they are
 * (of members: where what they hold lies), or all of them. It tells of a row no more than its title.
 */
export type Reach = 'own' | 'area' | 'all';

export const reachOf = (one: AnyField): Reach => (one.options.reach as Reach | undefined) ?? 'own';

/** What a row must answer for a reference to name it. */
export const amongOf = (one: AnyField): readonly Check[] => (one.options.among as readonly Check[] | undefined) ?? [];

/**
 * What a row must be by itself for a reference to name it, whatever state it is in: coaches belong to firms that carry
 * people, whether or not they may just now.
 */
export const tradeOf = (one: AnyField): readonly Check[] => amongOf(one).filter(([name]) => name !== 'status');

/** What a row of its holder must be for anything of a resource to hang on it. */
export function tradeAbove(one: AnyResource, find: FindResource): readonly Check[] {
  const holder = holderOf(one, find);
  if (!holder || holder === one || !isHeldAbove(one)) return [];
  const parent = parentOf(one, find);
  return parent === holder ? tradeOf(one.fields[one.partOf as string] as AnyField) : tradeAbove(parent, find);
}

/** Whether a row may be what a reference asks for. Of comparisons no reference makes with what a row is, nothing is known. */
export const suits = (one: AnyField, row: Readonly<Record<string, unknown>>): boolean =>
  tradeOf(one).every(([name, operator, value]) => {
    if (operator === '=') return row[name] === value;
    if (operator === 'IN' && Array.isArray(value)) return value.includes(row[name]);
    return true;
  });

/** A field of a resource's form, or of what one of its moves asks for. */
export function askedField(one: AnyResource, name: string): AnyField | undefined {
  if (Object.hasOwn(one.fields, name)) return one.fields[name];
  const moves = Object.values((one.life?.moves ?? {}) as Readonly<Record<string, Move>>);
  return moves.map((move) => move.input).find((input) => input && Object.hasOwn(input, name))?.[name];
}

/** Throws where a reference reaches by area to rows that lie nowhere, or asks what they cannot answer. */
export function checkReach(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources) {
    const inputs = Object.values((one.life?.moves ?? {}) as Readonly<Record<string, Move>>).map(
      (move) => move.input ?? {},
    );
    for (const [name, field] of [one.fields, ...inputs].flatMap((fields) => Object.entries<AnyField>(fields))) {
      for (const { resource } of targetsOf(field)) {
        const target = find(resource);
        if (target) checkChecks(`${one.name}.${name}`, amongOf(field), allFields(target));
        if (reachOf(field) !== 'area') continue;
        const area = target?.fields.area_code;
        if (!area || area.through) throw new Error(`${one.name}.${name}: what it refers to has no area_code`);
      }
    }
  }
}
