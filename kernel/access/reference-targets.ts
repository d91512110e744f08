import type { AnyField } from '../declaration/field.ts';
import type { Move } from '../declaration/lifecycle.ts';
import type { Reach } from '../declaration/reference-reach.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import type { RowCondition } from '../declaration/row-condition.ts';
import { targetsOf } from '../field/field.ts';
import { checkRowConditions } from '../field/row-condition.ts';

import { allFields } from '../resource/columns.ts';
import { parentOf } from '../resource/parent.ts';

import { isHeldThroughParent, owningResourceOf } from './row-ownership.ts';

export const reachOf = (one: AnyField): Reach => (one.options.reach as Reach | undefined) ?? 'own';

/** Conditions that a row must meet for a reference to point at it. */
export const targetConditionsOf = (one: AnyField): readonly RowCondition[] =>
  (one.options.among as readonly RowCondition[] | undefined) ?? [];

/**
 * Conditions on the row's lasting properties, whatever its state: coaches belong to firms that carry passengers, even
 * while a firm is suspended.
 */
const conditionsWithoutStatusOf = (one: AnyField): readonly RowCondition[] =>
  targetConditionsOf(one).filter(([name]) => name !== 'status');

/** Conditions on the holder's row without which no row of the resource can belong to it. */
export function ownerConditionsOf(one: AnyResource, find: FindResource): readonly RowCondition[] {
  const holder = owningResourceOf(one, find);
  if (!holder || holder === one || !isHeldThroughParent(one)) return [];
  const parent = parentOf(one, find);
  return parent === holder
    ? conditionsWithoutStatusOf(one.fields[one.partOf as string] as AnyField)
    : ownerConditionsOf(parent, find);
}

/** Whether a reference may point at the row. Only '=' and 'IN' are compared here; conditions with other operators pass. */
export const isAllowedTarget = (one: AnyField, row: Readonly<Record<string, unknown>>): boolean =>
  conditionsWithoutStatusOf(one).every(([name, operator, value]) => {
    if (operator === '=') return row[name] === value;
    if (operator === 'IN' && Array.isArray(value)) return value.includes(row[name]);
    return true;
  });

/** Throws if a reference by area points at rows without an area, or sets conditions that those rows cannot meet. */
export function checkReferenceTargets(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources) {
    const inputs = Object.values((one.life?.moves ?? {}) as Readonly<Record<string, Move>>).map(
      (move) => move.input ?? {},
    );
    for (const [name, field] of [one.fields, ...inputs].flatMap((fields) => Object.entries<AnyField>(fields))) {
      for (const { resource } of targetsOf(field)) {
        const target = find(resource);
        if (target) checkRowConditions(`${one.name}.${name}`, targetConditionsOf(field), allFields(target));
        if (reachOf(field) !== 'area') continue;
        const area = target?.fields.area_code;
        if (!area || area.through) throw new Error(`${one.name}.${name}: the referenced resource has no area_code`);
      }
    }
  }
}
