import type { Fields } from '../declaration/field.ts';
import type { Lifecycle, Moves } from '../declaration/lifecycle.ts';
import type { Resource } from '../declaration/resource.ts';
import { hasMarkedFields, withMarkInputs } from '../lifecycle/fields-marked-on-return-for-correction.ts';
import { withEvidenceInputs } from '../lifecycle/move-evidence-inputs.ts';
import { hasChangeRequests, withRequestedInputs } from '../lifecycle/pending-change-request-of-row.ts';
import { checkResourceDeclaration } from './check-resource-declaration.ts';

/**
 * Declares a resource, from which table, API, permission nodes and screens are derived. Throws if the declaration is
 * inconsistent.
 */
export function resource<
  const N extends string,
  const F extends Fields,
  const S extends string = never,
  const M extends Moves<S> = never,
  const E extends string = never,
  const D extends string = never,
>(declared: Resource<N, F, S, M, E, D>): Resource<N, F, S, M, E, D> {
  checkResourceDeclaration(declared);
  if (!declared.life) return declared;
  const life = withInputs(declared.life, declared.fields);
  return life === declared.life ? declared : { ...declared, life };
}

/** Adds the inputs for marks, explanations, proposed values and evidence to the moves that need them. */
function withInputs<L extends Lifecycle>(life: L, fields: Fields): L {
  const marked = hasMarkedFields(life) ? withMarkInputs(life) : life;
  const requested = hasChangeRequests(marked) ? withRequestedInputs(marked, fields) : marked;
  return withEvidenceInputs(requested) ?? requested;
}
