import { sql } from '#server/db/sql.ts';
import {
  hasOwnerColumn,
  isExcludedBySeparation,
  separatedColumns,
  writtenByCallerColumn,
} from '#server/read/available-actions/actions-excluded-by-separation-of-duties.ts';
import { Refused, refuse } from '#server/refusal.ts';
import type { WriteFeature } from './write-phase-and-feature-types.ts';

/**
 * Separation of duties: officers cannot make the owner's own act, and where two officers decide, nobody decides twice.
 */
export const enforceSeparationOfDuties: WriteFeature = {
  state({ resource, move, caller, engine: { find } }) {
    const columns = separatedColumns(resource).map((name) => sql.raw(`'${name}', t."${name}"`));
    const computed = [hasOwnerColumn(resource, move, find), writtenByCallerColumn(resource, move, caller)];
    return [...columns, ...computed.flatMap((column) => column ?? [])];
  },
  refuse({ move, caller, before, state }) {
    if (!move) return;
    const value = (column: string) => before[column] ?? state[column];
    if (!isExcludedBySeparation(move, caller, value)) return;
    if (move.byAnother && isExcludedBySeparation({ ...move, answers: undefined, ownersAct: false }, caller, value))
      throw new Refused(move.byAnother.else, { data: { reason: 'forbidden' } });
    const owned = isExcludedBySeparation({ ...move, answers: undefined }, caller, value);
    throw refuse(owned ? 'owners_act' : 'another_officer', 'forbidden', {}, { move: move.label[caller.locale] });
  },
};
