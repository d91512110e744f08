import type { AnyField, Field, Fields } from '../declaration/field.ts';
import type { Lifecycle, Move, Moves } from '../declaration/lifecycle.ts';
import { field, hasColumn, kindOf } from '../field/field.ts';
import type { Pair } from '../kind/key-value-pairs.ts';
import { text } from '../text/text.ts';

/**
 * A proposed value. A move that `proposes` new values for fields stores them in the row next to the valid ones, until
 * another move `accepts` or `rejects` them. The table has the columns `pending jsonb` (shown to everybody who sees the
 * row) and `pending_sealed jsonb` (personal data in full, encrypted by the server).
 */
export interface RequestedValue extends Pair {
  /** Name of the field. */
  key: string;
  /** The proposed value as readable text, with personal data masked. Empty: the field is to be emptied. */
  value: string;
  /** The value in wire form, if that differs from the text. */
  to?: unknown;
}

/** The field for the column with the proposed values. */
export const pendingChangesField: Field = field.pairs(text('待审核的变更', 'Change under review'), {
  write: 'server',
  list: 'never',
  filter: false,
});

/** Moves that propose changes. */
const proposing = ({ moves }: Lifecycle): [name: string, move: Move & { proposes: readonly string[] }][] =>
  Object.entries(moves).flatMap(([name, move]) =>
    move.proposes ? [[name, { ...move, proposes: move.proposes }]] : [],
  );

/** Whether a life cycle has moves that propose changes. */
export const hasChangeRequests = (life: Lifecycle | undefined): life is Lifecycle =>
  life !== undefined && proposing(life).length > 0;

/** Whether a move accepts or rejects proposed values. */
export const decidesOnChangeRequest = ({ accepts, rejects }: Move): boolean =>
  accepts !== undefined || rejects !== undefined;

/** Whether proposed values can still be accepted in a state. If not, they have lapsed. */
export const canChangeRequestWaitIn = (life: Lifecycle, state: unknown): boolean =>
  Object.values(life.moves).some((move) => move.accepts !== undefined && move.from.includes(String(state)));

/** A field as the input for a proposed value. It is optional, because only changed values are sent. */
const requestedField = ({
  required: _r,
  unique: _u,
  search: _s,
  reads: _n,
  writes: _w,
  initial: _i,
  ...one
}: AnyField) => one;

/** Adds the proposed fields to the inputs of proposing moves, before their other inputs. */
export function withRequestedInputs<L extends Lifecycle>(life: L, fields: Fields): L {
  const moves: Moves = Object.fromEntries(
    Object.entries<Move>(life.moves).map(([name, move]) => {
      if (!move.proposes) return [name, move];
      const proposed = move.proposes.map((one) => [one, requestedField(fields[one] as AnyField)]);
      return [name, { ...move, input: { ...Object.fromEntries(proposed), ...move.input } }];
    }),
  );
  return { ...life, moves };
}

/** Throws if no move can accept or reject what a move proposes, or if a move proposes fields that no form may write. */
export function checkChangeRequests(resource: string, life: Lifecycle, fields: Fields): void {
  const moves = Object.entries(life.moves);
  for (const [name, { accepts, rejects, proposes }] of moves) {
    const fault = (why: string) => new Error(`${resource}: ${name} ${why}`);
    if ([accepts, rejects, proposes].filter(Boolean).length > 1)
      throw fault('can do only one of: propose, accept, reject');
    const meant = accepts ?? rejects;
    if (meant !== undefined && !(Object.hasOwn(life.moves, meant) && life.moves[meant]?.proposes))
      throw fault(`decides on ${meant}, which proposes nothing`);
  }
  const places = new Map<string, string>();
  for (const [name, move] of proposing(life)) {
    const fault = (why: string) => new Error(`${resource}: ${name} ${why}`);
    if (move.proposes.length === 0) throw fault('proposes nothing');
    if (move.steps) throw fault('proposes values and cannot have steps');
    for (const one of move.proposes) {
      const proposed = Object.hasOwn(fields, one) ? fields[one] : undefined;
      if (!proposed || !hasColumn(proposed) || proposed.write === 'server')
        throw fault(`proposes ${one}, which no form writes`);
      if (kindOf(proposed).secret || proposed.privacy === 'hidden')
        throw fault(`proposes ${one}, which nobody could compare`);
      if (Object.hasOwn(move.input ?? {}, one)) throw fault(`asks for ${one} twice`);
    }
    const waits = moves.flatMap(([, { accepts, from }]) => (accepts === name ? from : []));
    for (const state of move.to === undefined ? move.from : [move.to, ...(move.orTo ?? [])])
      if (!waits.includes(state)) throw fault(`waits in ${state}, where nobody accepts it`);
    for (const state of new Set(waits)) {
      if (places.has(state)) throw fault(`can wait in ${state}, as what ${places.get(state)} proposes can`);
      places.set(state, name);
    }
  }
}
