import type { Field } from '../declaration/field.ts';
import type { Move, State } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { standardActions } from '../declaration/standard-actions.ts';
import { checkGuardDeclaration } from '../field/check-condition-and-guard-declarations.ts';
import { checkCustomBatchActionDeclarations } from '../field/check-custom-batch-action-declarations.ts';
import { checkRowHeadingDeclaration } from '../field/check-row-heading-declaration.ts';
import { isPolymorphicReference, kindOf } from '../field/field.ts';
import { checkDeclaredOptionDependencies } from '../field/options-that-depend-on-another-field.ts';
import { checkCodesThatOpenRows } from '../field/parse-scanned-code.ts';
import { isReference } from '../kind/linked/reference.ts';
import { checkAddressField } from '../kind/place-on-map.ts';
import { checkClocks } from '../lifecycle/deadline-clock-starts-stops-pauses-and-recalculation.ts';
import { checkDocumentExpiry } from '../lifecycle/document-validity-by-expiry-date.ts';
import {
  checkMarkedFields,
  hasMarkedFields,
  withMarkInputs,
} from '../lifecycle/fields-marked-on-return-for-correction.ts';
import { checkAmendmentDeclaration } from '../lifecycle/fields-opened-by-amendment-rules.ts';
import { fieldsNamedInEditableRule } from '../lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { initialStates } from '../lifecycle/lifecycle.ts';
import { checkMoveEvidence } from '../lifecycle/move-evidence-inputs.ts';
import { checkChangeRequests, hasChangeRequests } from '../lifecycle/pending-change-request-of-row.ts';
import { allColumnsOf } from './all-columns-of-resource.ts';
import { checkRowScopeDeclaration } from './check-row-scope-declaration.ts';
import { checkFieldVisibility } from './declaration-visible-to-caller.ts';
import { checkEventNames } from './domain-events-of-resource.ts';
import { permissionNodesOf } from './permission-nodes.ts';
import { assignPermissionNode, checkHandlingOfficer } from './permissions-to-assign-and-handle-rows.ts';
import { checkMeasures } from './statistical-measures-of-resource.ts';
import { checkTitleFields } from './title-field-in-each-language.ts';

/** Standard actions that can be granted to members. */
const memberActions: readonly string[] = ['index', 'add', 'edit', 'del', 'export', 'import'];

/**
 * Throws if the declaration of a resource is inconsistent. The build for browsers leaves this file out
 * (scripts/vite/omit-unused-parts.ts), because browsers get declarations that the server has checked.
 */
export function checkResourceDeclaration(declared: AnyResource): void {
  const { name, fields, life } = declared;
  checkNames(declared);
  for (const [each, one] of Object.entries<Field>(fields)) checkField(declared, `${name}.${each}`, one);
  checkParent(declared);
  checkRowScopeDeclaration(declared);
  checkColumnsAndStates(declared);
  checkActs(declared);
  if ((declared.member !== undefined || declared.granted === false) && declared.scope !== 'own')
    throw new Error(`${name}: member, or granted: false, needs scope own`);
  checkHandlingOfficer(declared);
  checkEventNames(declared);
  checkDocumentExpiry(declared, fields);
  checkCodesThatOpenRows(name, declared.codes ?? {}, fields);
  checkClocks(declared);
  checkAmendmentDeclaration(declared);
  checkDeclaredOptionDependencies(name, allColumnsOf(declared));
  checkMoves(declared);
  checkMoveEvidence(declared);
  checkMeasures(declared, allColumnsOf(declared));
  checkMemberActions(declared);
  checkTitleFields(declared);
  checkSources(declared);
  checkRowHeadingDeclaration(declared, allColumnsOf(declared));
  checkFieldVisibility(
    declared,
    permissionNodesOf(declared).map(({ action }) => action),
  );
  if (!life) return;
  checkMarkedFields(name, life, fields);
  const marked = hasMarkedFields(life) ? withMarkInputs(life) : life;
  if (hasChangeRequests(marked)) checkChangeRequests(name, marked, fields);
}

function checkNames({ name, table }: AnyResource): void {
  if (!/^[a-z]\w*\/[a-z]\w*$/i.test(name)) throw new Error(`resource name ${name}: module/resource expected`);
  if (table !== undefined && !/^[a-z]\w*$/.test(table)) throw new Error(`${name}: ${table} is not a table name`);
}

/** Throws if options of a field contradict each other. */
function checkField({ fields, sections, partOf }: AnyResource, at: string, one: Field): void {
  const { compact, secret } = kindOf(one);
  if (one.search && one.privacy) throw new Error(`${at}: personal data cannot be searched by text`);
  if (compact && one.privacy) throw new Error(`${at}: personal data cannot be compared by its letters and digits`);
  if (secret && one.privacy !== 'hidden') throw new Error(`${at}: a password needs privacy hidden`);
  if (one.section && !sections?.[one.section]) throw new Error(`${at}: no section ${one.section}`);
  if (one.through && (one.through !== partOf || one.privacy || one.search || one.unique || one.required))
    throw new Error(
      `${at}: a field through ${partOf ?? 'no parent'} can be neither private, searched, unique nor required`,
    );
  if (one.requiredWhen?.by !== undefined && !Object.hasOwn(fields, one.requiredWhen.by))
    throw new Error(`${at}: requiredWhen names ${one.requiredWhen.by}, which is not a field`);
  if (one.requiredWhen && (one.required || one.write === 'server'))
    throw new Error(`${at}: requiredWhen contradicts required or write: 'server'`);
  if (one.shownWhen && (one.required || !Object.hasOwn(fields, one.shownWhen.by)))
    throw new Error(`${at}: shownWhen names ${one.shownWhen.by}, which is not a field, or the field is required`);
  checkAddressField(fields, one, at);
}

/** Throws if `partOf` is not a required reference, or if it is missing with scope `parent`. */
function checkParent({ name, fields, partOf, scope }: AnyResource): void {
  const part = partOf === undefined ? undefined : (fields[partOf] as Field | undefined);
  if (
    partOf !== undefined &&
    (!part ||
      !(isReference(part) || isPolymorphicReference(part)) ||
      !(part.required || part.write === 'server' || scope === 'area'))
  )
    throw new Error(`${name}: partOf ${partOf} is not a required reference`);
  if (scope === 'parent' && !part) throw new Error(`${name}: scope parent needs partOf`);
}

/** Throws if a listed column, or a field that a state opens or closes, does not exist. */
function checkColumnsAndStates(one: AnyResource): void {
  for (const column of one.listed ?? [])
    if (!Object.hasOwn(allColumnsOf(one), column)) throw new Error(`${one.name}: no column ${column} to list`);
  for (const [name, state] of Object.entries<State>(one.life?.states ?? {})) {
    const unknown = fieldsNamedInEditableRule(state).find((each) => !Object.hasOwn(one.fields, each));
    if (unknown) throw new Error(`${one.name}: state ${name} names ${unknown}, which is not a field`);
  }
}

/** Throws if a batch action has the name of another permission node. */
function checkActs(one: AnyResource): void {
  checkCustomBatchActionDeclarations(one.name, one.acts ?? {}, allColumnsOf(one), [
    ...standardActions,
    ...Object.keys(one.life?.moves ?? {}),
    ...Object.keys(one.nodes ?? {}),
    assignPermissionNode[0],
  ]);
}

const movesOf = (one: AnyResource): Readonly<Record<string, Move>> => one.life?.moves ?? {};

/** Throws if guards compare something that is not a column, or if a move locks something that is not a reference. */
function checkMoves(one: AnyResource): void {
  for (const [name, move] of Object.entries(movesOf(one))) {
    for (const guard of move.when ?? []) checkGuardDeclaration(guard, allColumnsOf(one));
    const { locks } = move;
    const locked = locks === undefined ? undefined : (one.fields[locks] as Field | undefined);
    if (locks !== undefined && locks !== 'id' && !(locked && isReference(locked)))
      throw new Error(`${one.name}: ${name} locks ${locks}, which is not a reference`);
    if (move.screens && !Object.values<Field>(one.fields).some(({ options }) => options.screened))
      throw new Error(`${one.name}: ${name} screens texts, but none is screened`);
    if (move.settles && move.reversible)
      throw new Error(`${one.name}: ${name} settles messages and cannot be reversible`);
  }
  for (const state of one.life ? initialStates(one.life) : [])
    if (!Object.hasOwn(one.life?.states ?? {}, state))
      throw new Error(`${one.name}: rows begin in ${state}, which is no state`);
}

/** Throws if members are granted something other than moves for members, nodes of the resource, and `memberActions`. */
function checkMemberActions(one: AnyResource): void {
  for (const name of Object.values(one.members ?? {}).flat() as string[]) {
    if (Object.hasOwn(one.nodes ?? {}, name)) continue;
    const move = movesOf(one)[name];
    if (move ? !move.by?.includes('member') : !memberActions.includes(name))
      throw new Error(`${one.name}: members cannot be granted ${name}`);
  }
}

/** Throws if a field has `fromSource`, but the resource has no `copies` or people write the field. */
function checkSources({ name, fields, copies }: AnyResource): void {
  for (const [each, one] of Object.entries<Field>(fields))
    if (one.fromSource && (!copies || one.write !== 'server'))
      throw new Error(`${name}.${each}: fromSource needs copies, and write: 'server'`);
}
