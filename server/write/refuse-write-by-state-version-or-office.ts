import type { AnyResource, FindResource, Row as WireRow } from '#kernel/declaration/resource.ts';
import { isDeletable, isFormLocked } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { moveOf, movesFrom, stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { joinList, textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import type { Caller } from '#server/caller.ts';
import { officeLevelDueInState, waitsForHigherOffice } from '#server/read/scope/office-level-of-caller.ts';
import { Refused, refuse } from '#server/refusal.ts';
import { writeFeatures } from './feature/write-features-in-execution-order.ts';
import type { LoadedRow } from './feature/write-phase-and-feature-types.ts';
import { writeSituationOf } from './field/refuse-locked-fields.ts';

type Row = WireRow<AnyResource>;

/**
 * Throws `Refused` if a write is impossible for the row, because it has changed, is in another state, waits for another
 * office, or must be kept.
 */
export function refuseImpossibleWrite(write: LoadedRow): void {
  const { resource, before, caller, order, move, engine } = write;
  checkVersion(before, order.version);
  if (move) checkState(resource, before, order.move as string, caller);
  checkTurn(resource, before, caller, engine.find);
  for (const feature of writeFeatures) feature.refuse?.(write);
  if (order.operation === 'edit') checkEditable(resource, before, caller);
  if (order.operation === 'del') checkDeletable(resource, before, caller);
}

/**
 * Refuses officers while a higher office decides on the row. The available actions exclude it too
 * (`read/available-actions/available-action-columns.ts`).
 */
function checkTurn(resource: AnyResource, before: Row, caller: Caller, find: FindResource): void {
  if (waitsForHigherOffice(resource, before.status, caller, find))
    throw higherOfficeRefusal(resource, before.status, caller, find);
}

/** The refusal for officers of a lower office, naming the office whose turn it is. */
export function higherOfficeRefusal(
  resource: AnyResource,
  state: unknown,
  caller: Caller,
  find: FindResource,
): Refused {
  const office =
    officeLevelDueInState(resource, state, find) === 2
      ? validationMessages.office_prefecture
      : validationMessages.office_county;
  return refuse('higher_office', 'forbidden', {}, { office: office[caller.locale] });
}

/** Refuses writes of a row that changed since the caller read it. */
function checkVersion(before: Row, version: number | undefined): void {
  if (version !== undefined && version !== before.version)
    throw refuse('stale_version', 'stale_version', { id: before.id });
}

/** A lost race and a stale button get the same answer: the present state, and what is possible there. */
function checkState(resource: AnyResource, before: Row, move: string, caller: Caller): void {
  const life = resource.life;
  if (!life || moveOf(life, move)?.from.includes(before.status as string)) return;
  const allowed = movesFrom(life, before.status as string, caller.type === 'member' ? 'member' : 'admin');
  const valuesIn = (locale: 'zh-cn' | 'en') => ({
    from: stateOf(life, before.status)?.[locale] ?? before.status,
    allowed:
      joinList(
        allowed.flatMap((name) => moveOf(life, name)?.label[locale] ?? []),
        locale,
      ) || validationMessages.nothing_allowed[locale],
  });
  throw new Refused(
    {
      'zh-cn': textIn(validationMessages.bad_transition, 'zh-cn', valuesIn('zh-cn')),
      en: textIn(validationMessages.bad_transition, 'en', valuesIn('en')),
    },
    { data: { reason: 'bad_transition', from: before.status, allowed } },
  );
}

/** Refuses to delete rows that must be retained. The platform itself may. */
function checkDeletable(resource: AnyResource, before: Row, caller: Caller): void {
  const state = stateOf(resource.life, before.status);
  if (!state || caller.type === 'system' || isDeletable(resource, writeSituationOf(caller, before.status))) return;
  throw refuse('not_deletable', 'bad_transition', { from: before.status }, { from: state[caller.locale] });
}

/** Refuses a form without writable fields in the row's state. */
function checkEditable(resource: AnyResource, before: Row, caller: Caller): void {
  const state = stateOf(resource.life, before.status);
  if (!state || caller.type === 'system' || !isFormLocked(resource, writeSituationOf(caller, before.status))) return;
  throw refuse('not_editable', 'bad_transition', { from: before.status }, { from: state[caller.locale] });
}
