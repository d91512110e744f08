import type { Lifecycle, Move } from '../declaration/lifecycle.ts';
import { isChildList } from '../kind/linked/child-rows.ts';

/** Throws if a move leads from or to an undeclared state, or combines options that exclude each other. */
export function checkMoveDeclarations(life: Pick<Lifecycle, 'states' | 'moves'>): void {
  for (const [name, move] of Object.entries<Move>(life.moves)) {
    for (const state of [...move.from, ...(move.to === undefined ? [] : [move.to]), ...(move.orTo ?? [])]) {
      if (!Object.hasOwn(life.states, state)) throw new Error(`move ${name}: no state ${state}`);
    }
    if (move.steps) checkSteps(name, move);
    if (Object.values(move.input ?? {}).some(isChildList))
      throw new Error(`move ${name}: an input cannot be a list of rows`);
  }
}

/** Names that steps cannot have, because they end a move that is waiting for approval. */
const reserved = ['withdraw', 'decline'];

function checkSteps(name: string, { steps = [], by, input = {}, reversible }: Move): void {
  if (steps.length < 2 || steps.some((step) => reserved.includes(step.name)))
    throw new Error(`move ${name}: two or more steps are needed, with names other than ${reserved.join(' or ')}`);
  if (by?.includes('member')) throw new Error(`move ${name}: steps are only for moves of officers`);
  if (reversible) throw new Error(`move ${name}: a move with steps cannot be reversible`);
  // While the move waits, its input is stored unencrypted and shown to the approvers.
  if (Object.hasOwn(input, 'step') || Object.values(input).some((one) => one.privacy))
    throw new Error(`move ${name}: its input can be neither personal data nor have the name step`);
}
