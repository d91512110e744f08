import type { Field } from '../declaration/field.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { holdsSeveralValues, kindOf, targetOf } from '../field/field.ts';
import { divisions } from '../kind/linked/area.ts';
import { isReference } from '../kind/linked/reference.ts';

/**
 * Throws if a declaration lacks a field that its scope, or `alsoIn`, `seenBy`, `archived`, `grants` or `below`, needs.
 */
export function checkRowScopeDeclaration({ name, scope, copies, fields, partOf, ...declared }: AnyResource): void {
  const part = partOf === undefined ? undefined : (fields[partOf] as Field | undefined);
  for (const also of declared.alsoIn ?? []) {
    const areaField = fields[also] as Field | undefined;
    const lies = areaField && !areaField.through && targetOf(areaField)?.resource === divisions;
    if (scope !== 'parent' || !lies)
      throw new Error(`${name}: alsoIn ${also} must be an area field of a resource with scope parent`);
  }
  if (declared.seenBy !== undefined) {
    const { by, in: states } = declared.seenBy;
    const seer = fields[by] as Field | undefined;
    const same = part && seer && isReference(part) && isReference(seer) && part.options.to === seer.options.to;
    const declaredStates: readonly string[] = Object.keys(declared.life?.states ?? {});
    if (scope !== 'parent' || !same || states.some((one) => !declaredStates.includes(one)))
      throw new Error(`${name}: seenBy ${by} must refer to a row of the parent's resource, and name declared states`);
  }
  const archived = declared.archived === undefined ? undefined : (fields[declared.archived] as Field | undefined);
  if (declared.archived !== undefined && (!archived || kindOf(archived).column !== 'boolean'))
    throw new Error(`${name}: archived ${declared.archived} is not a switch`);
  if (declared.grants !== undefined && scope !== 'all')
    throw new Error(`${name}: a resource with grants needs scope all`);
  if (declared.below !== undefined) {
    const groups = fields[declared.below] as Field | undefined;
    if (scope !== 'area' || copies || !groups || !holdsSeveralValues(groups) || !targetOf(groups))
      throw new Error(`${name}: below ${declared.below} must refer to groups, in a resource with scope area`);
  }
}
