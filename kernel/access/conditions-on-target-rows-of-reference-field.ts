import type { AnyField } from '../declaration/field.ts';
import type { Move } from '../declaration/lifecycle.ts';
import type { ReferenceReach } from '../declaration/reference-reach-own-area-or-all.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import type { RowCondition } from '../declaration/row-condition-and-move-guard.ts';
import { checkConditionDeclarations } from '../field/check-condition-and-guard-declarations.ts';
import { targetsOf } from '../field/field.ts';

import { allColumnsOf } from '../resource/all-columns-of-resource.ts';
import { parentOf } from '../resource/parent-resource.ts';

import { isHeldThroughParent, owningResourceOf } from './rows-members-hold-directly-or-through-parent.ts';

export const declaredReferenceReach = (one: AnyField): ReferenceReach =>
  (one.options.reach as ReferenceReach | undefined) ?? 'own';

/** The conditions that a row must meet before this reference may point at it. */
export const targetConditionsOfReference = (one: AnyField): readonly RowCondition[] =>
  (one.options.among as readonly RowCondition[] | undefined) ?? [];

/**
 * The conditions without those on the state, because the state is temporary: a coach belongs to a firm that carries
 * passengers, even while the firm is suspended.
 */
const conditionsWithoutStatusOf = (one: AnyField): readonly RowCondition[] =>
  targetConditionsOfReference(one).filter(([name]) => name !== 'status');

/**
 * The conditions that an owning row must meet to have rows of this resource at all. Empty if any owning row may have
 * them.
 */
export function conditionsOnOwningRow(one: AnyResource, find: FindResource): readonly RowCondition[] {
  const holder = owningResourceOf(one, find);
  if (!holder || holder === one || !isHeldThroughParent(one)) return [];
  const parent = parentOf(one, find);
  return parent === holder
    ? conditionsWithoutStatusOf(one.fields[one.partOf as string] as AnyField)
    : conditionsOnOwningRow(parent, find);
}

/**
 * Whether a reference may point at a row, as far as the row alone tells. Only conditions with '=' and 'IN' are tested;
 * all others count as met.
 */
export const isAllowedReferenceTarget = (one: AnyField, row: Readonly<Record<string, unknown>>): boolean =>
  conditionsWithoutStatusOf(one).every(([name, operator, value]) => {
    if (operator === '=') return row[name] === value;
    if (operator === 'IN' && Array.isArray(value)) return value.includes(row[name]);
    return true;
  });

/**
 * Throws if a reference with reach `area` points at a resource without its own `area_code`, or if its conditions name
 * fields that the target does not have.
 */
export function checkReferenceTargets(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources) {
    const inputs = Object.values((one.life?.moves ?? {}) as Readonly<Record<string, Move>>).map(
      (move) => move.input ?? {},
    );
    for (const [name, field] of [one.fields, ...inputs].flatMap((fields) => Object.entries<AnyField>(fields))) {
      for (const { resource } of targetsOf(field)) {
        const target = find(resource);
        if (target)
          checkConditionDeclarations(`${one.name}.${name}`, targetConditionsOfReference(field), allColumnsOf(target));
        if (declaredReferenceReach(field) !== 'area') continue;
        const area = target?.fields.area_code;
        if (!area || area.through) throw new Error(`${one.name}.${name}: the referenced resource has no area_code`);
      }
    }
  }
}
