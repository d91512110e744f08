import { type AnyField, targetsOf } from './field.ts';
import { type Check, checkChecks } from './guard.ts';
import type { Move } from './lifecycle.ts';
import type { FindResource } from './part.ts';
import { type AnyResource, allFields } from './resource.ts';

/**
 * Which rows a reference may point at: those the caller sees (`own`, unless told), those in their area whosever they are
 * (of members: where what they hold lies), or all of them. It tells of a row no more than its title.
 */
export type Reach = 'own' | 'area' | 'all';

export const reachOf = (one: AnyField): Reach => (one.options.reach as Reach | undefined) ?? 'own';

/** What a row must answer for a reference to name it. */
export const amongOf = (one: AnyField): readonly Check[] => (one.options.among as readonly Check[] | undefined) ?? [];

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
