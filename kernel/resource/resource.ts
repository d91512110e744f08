import type { Field, Fields } from '../declaration/field.ts';
import type { Move, Moves, State } from '../declaration/lifecycle.ts';
import type { Resource } from '../declaration/resource.ts';
import { standardActions } from '../declaration/standard-actions.ts';
import { checkBatchActions } from '../field/batch-action.ts';
import { kindOf, namesOneOf } from '../field/field.ts';
import { checkGuard } from '../field/guard.ts';
import { checkHeading } from '../field/heading.ts';
import { checkOptionConditions } from '../field/option-condition.ts';
import { checkScanCodes } from '../field/scan-code.ts';
import { isReference } from '../kind/linked/reference.ts';
import { refuseAddressField } from '../kind/place.ts';
import { checkAmendments } from '../lifecycle/amendment.ts';
import { checkProposals, hasProposals, withProposedInputs } from '../lifecycle/change-request.ts';
import { checkClocks } from '../lifecycle/clock.ts';
import { checkMarks, hasMarks, withMarkInputs } from '../lifecycle/correction.ts';
import { checkExpiry } from '../lifecycle/expiry.ts';
import { fieldsNamedInRule } from '../lifecycle/writable-fields.ts';
import { allFields } from './columns.ts';
import { checkFacts } from './event.ts';
import { checkFieldVisibility } from './field-visibility.ts';
import { assignNode, checkHandler } from './handler.ts';
import { checkMeasures } from './measure.ts';
import { nodesOf } from './permission-nodes.ts';
import { checkRowScope } from './row-scope.ts';
import { checkTitles } from './title.ts';

/** Standard actions a declaration can give to members. */
const memberActions: readonly string[] = ['index', 'add', 'edit', 'del', 'export', 'import'];

/** Declares a resource. Everything else is derived from it. */
export function resource<
  const N extends string,
  const F extends Fields,
  const S extends string = never,
  const M extends Moves<S> = never,
  const E extends string = never,
  const D extends string = never,
>(declared: Resource<N, F, S, M, E, D>): Resource<N, F, S, M, E, D> {
  if (!/^[a-z]\w*\/[a-z]\w*$/i.test(declared.name))
    throw new Error(`resource name ${declared.name}: module/resource expected`);
  if (declared.table !== undefined && !/^[a-z]\w*$/.test(declared.table))
    throw new Error(`${declared.name}: ${declared.table} is no name of a table`);
  for (const [name, one] of Object.entries<Field>(declared.fields)) {
    if (one.search && one.privacy)
      throw new Error(`${declared.name}.${name}: personal data cannot be searched by text`);
    if (kindOf(one).compact && one.privacy)
      throw new Error(`${declared.name}.${name}: is compared by its letters and digits, which are personal data here`);
    if (kindOf(one).secret && one.privacy !== 'hidden')
      throw new Error(`${declared.name}.${name}: a password is hidden from everybody`);
    if (one.section && !declared.sections?.[one.section])
      throw new Error(`${declared.name}.${name}: no section ${one.section}`);
    if (one.through && (one.through !== declared.partOf || one.privacy || one.search || one.unique || one.required))
      throw new Error(`${declared.name}.${name}: reads what ${declared.partOf ?? 'no row above'} says, and no more`);
    if (one.requiredWhen?.by !== undefined && !Object.hasOwn(declared.fields, one.requiredWhen.by))
      throw new Error(`${declared.name}.${name}: required by ${one.requiredWhen.by}, which is no field`);
    if (one.requiredWhen && (one.required || one.write === 'server'))
      throw new Error(`${declared.name}.${name}: required in some cases, and always or by nobody`);
    if (one.shownWhen && (one.required || !Object.hasOwn(declared.fields, one.shownWhen.by)))
      throw new Error(
        `${declared.name}.${name}: asked for by ${one.shownWhen.by}, which is no field, or always needed`,
      );
    refuseAddressField(declared.fields, one, `${declared.name}.${name}`);
  }
  const part = declared.partOf === undefined ? undefined : (declared.fields[declared.partOf] as Field | undefined);
  if (
    declared.partOf !== undefined &&
    (!part ||
      !(isReference(part) || namesOneOf(part)) ||
      !(part.required || part.write === 'server' || declared.scope === 'area'))
  )
    throw new Error(`${declared.name}: partOf ${declared.partOf} is no reference every row has`);
  if (declared.scope === 'parent' && !part) throw new Error(`${declared.name}: scope parent needs partOf`);
  checkRowScope(declared);
  for (const name of declared.listed ?? [])
    if (!Object.hasOwn(allFields(declared), name)) throw new Error(`${declared.name}: no column ${name} to list`);
  for (const [name, state] of Object.entries<State>(declared.life?.states ?? {})) {
    const unknown = fieldsNamedInRule(state).find((one) => !Object.hasOwn(declared.fields, one));
    if (unknown) throw new Error(`${declared.name}: state ${name} speaks of ${unknown}, which is not a field`);
  }
  checkBatchActions(declared.name, declared.acts ?? {}, allFields(declared), [
    ...standardActions,
    ...Object.keys(declared.life?.moves ?? {}),
    ...Object.keys(declared.nodes ?? {}),
    assignNode[0],
  ]);
  if ((declared.member !== undefined || declared.granted === false) && declared.scope !== 'own')
    throw new Error(`${declared.name}: only rows of one's own are members' beside officers', or everybody's`);
  checkHandler(declared);
  checkFacts(declared);
  checkExpiry(declared, declared.fields);
  checkScanCodes(declared.name, declared.codes ?? {}, declared.fields);
  checkClocks(declared);
  checkAmendments(declared);
  checkOptionConditions(declared.name, allFields(declared));
  for (const [name, move] of Object.entries<Move>(declared.life?.moves ?? {})) {
    for (const guard of move.when ?? []) checkGuard(guard, allFields(declared));
    const locked = move.locks === undefined ? undefined : (declared.fields[move.locks] as Field | undefined);
    if (move.locks !== undefined && !(locked && isReference(locked)))
      throw new Error(`${declared.name}: ${name} locks ${move.locks}, which refers to no row`);
  }
  checkMeasures(declared, allFields(declared));
  for (const name of Object.values(declared.members ?? {}).flat() as string[]) {
    const move = (declared.life?.moves as Readonly<Record<string, Move>> | undefined)?.[name];
    if (Object.hasOwn(declared.nodes ?? {}, name)) continue;
    if (move ? !move.by?.includes('member') : !memberActions.includes(name))
      throw new Error(`${declared.name}: ${name} is nothing members do`);
  }
  checkTitles(declared);
  for (const [name, one] of Object.entries<Field>(declared.fields))
    if (one.fromSource && (!declared.copies || one.write !== 'server'))
      throw new Error(`${declared.name}.${name}: retells no row, for it is no copy of one`);
  checkHeading(declared, allFields(declared));
  checkFieldVisibility(
    declared,
    nodesOf(declared).map(({ action }) => action),
  );
  let { life } = declared;
  if (!life) return declared;
  checkMarks(declared.name, life, declared.fields);
  if (hasMarks(life)) life = withMarkInputs(life);
  if (!hasProposals(life)) return life === declared.life ? declared : { ...declared, life };
  checkProposals(declared.name, life, declared.fields);
  return { ...declared, life: withProposedInputs(life, declared.fields) };
}
