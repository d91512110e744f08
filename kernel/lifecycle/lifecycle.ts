import type { Actor } from '../declaration/account-types-and-member-role-names.ts';
import type { DeadlineClock } from '../declaration/deadline-clock.ts';
import type { Lifecycle, Move, Moves, State } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { checkMoveDeclarations } from '../field/check-move-and-approval-step-declarations.ts';

/** Declares a life cycle. Naming an undeclared state or clock does not compile. */
export function lifecycle<
  const S extends string,
  const M extends Moves<NoInfer<S>, NoInfer<C>>,
  const C extends string = never,
>(life: {
  readonly initial: NoInfer<S>;
  readonly initialByOffice?: NoInfer<S>;
  readonly states: Readonly<Record<S, State>>;
  readonly moves: M;
  readonly clocks?: Readonly<Record<C, DeadlineClock<NoInfer<S>>>>;
  readonly filed?: string;
}): Lifecycle<S, M> {
  checkMoveDeclarations(life);
  return life;
}

type Beginning = Pick<Lifecycle, 'initial' | 'initialByOffice'>;

/** The state in which a row begins if this caller adds it. */
export const initialStateFor = (
  { initial, initialByOffice = initial }: Beginning,
  { type }: { type: string },
): string => (['admin', 'system'].includes(type) ? initialByOffice : initial);

/** All states in which rows can begin. */
export const initialStates = ({ initial, initialByOffice = initial }: Beginning): string[] => [
  ...new Set([initial, initialByOffice]),
];

/** The states to which a move can lead. Empty: the row stays in its state. */
export const statesAfterMove = ({ to, orTo = [] }: Move): readonly string[] =>
  to === undefined ? orTo : [to, ...orTo];

/**
 * The names of the moves that can be made in a state, in declared order. With `actor`, only the moves of officers or of
 * members.
 */
export function movesFrom(life: Lifecycle, state: string, actor?: Actor): string[] {
  return Object.keys(life.moves).filter((name) => {
    const move = life.moves[name] as Move;
    return move.from.includes(state) && (!actor || (move.by ?? ['admin']).includes(actor));
  });
}

/** All states that moves can reach from a state, including the state itself. */
export function reachableStates(life: Lifecycle, start: string = life.initial): ReadonlySet<string> {
  const seen = new Set([start]);
  const queue = [start];
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    for (const name of movesFrom(life, state)) {
      const move = life.moves[name] as Move;
      for (const to of statesAfterMove(move)) {
        if (seen.has(to)) continue;
        seen.add(to);
        queue.push(to);
      }
    }
  }
  return seen;
}

/** The declared move of this name. The name may be user input. Undefined: there is none. */
export function moveOf(life: Lifecycle | undefined, name: string): Move | undefined {
  return life && Object.hasOwn(life.moves, name) ? life.moves[name] : undefined;
}

/** The declared state of this name. Undefined: there is none, or no longer. */
export function stateOf(life: Lifecycle | undefined, name: unknown): State | undefined {
  return life && typeof name === 'string' && Object.hasOwn(life.states, name) ? life.states[name] : undefined;
}

/** Whether a move is concealed from the members who hold its row. Moves with several steps are named `<move>:<step>`. */
export const isConcealedMove = ({ life }: AnyResource, name: string | null): boolean =>
  moveOf(life, (name ?? '').split(':')[0] ?? '')?.concealed === true;
