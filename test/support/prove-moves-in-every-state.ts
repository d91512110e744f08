import { expect } from 'vitest';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Client } from './test-engine.ts';

/** Somebody who tries moves: an officer, or a member with a role in the enterprise of the row; `foreign`: of none. */
export interface Mover {
  readonly client: Client;
  readonly side: 'admin' | 'api';
  readonly role?: 'owner' | 'operator' | 'viewer';
  readonly foreign?: true;
}

interface Proof {
  readonly movers: Readonly<Record<string, Mover>>;
  /** Complete input, by move. */
  readonly inputs: Readonly<Record<string, object>>;
  /** Puts a row into a state in which the guards of a move let it pass, and returns its key. */
  place(state: string, move: string): Promise<number>;
}

/**
 * Tries every move in every state, and compares with the declaration: a move succeeds if the state is among its `from` and
 * the mover may make it, and is otherwise refused with `code 0`. Those who may never make it try in the states in which
 * others may.
 */
export async function proveMoves(resource: AnyResource, { movers, inputs, place }: Proof): Promise<void> {
  const { life, members } = resource;
  for (const [name, declared] of Object.entries<Move>(life?.moves ?? {}))
    for (const state of Object.keys(life?.states ?? {})) {
      let id: number | undefined;
      for (const [who, { client, side, role, foreign }] of Object.entries(movers)) {
        const kind = side === 'admin' ? 'admin' : 'member';
        const granted = kind === 'admin' || (role && ((members?.[role] ?? []) as readonly string[]).includes(name));
        // rows are those of somebody, who acts
        const acts = !(declared.ownersAct && kind === 'admin');
        const may = !foreign && Boolean(granted) && acts && (declared.by ?? ['admin']).includes(kind);
        const fits = declared.from.includes(state);
        if (!may && !fits) continue;
        id ??= await place(state, name);
        const answer = await client.post(`/${side}/${resource.name.replace('/', '.')}/${name}`, {
          id,
          ...inputs[name],
        });
        const message = `${who} ${name} from ${state}: ${answer.msg} ${JSON.stringify(answer.data)}`;
        expect(answer.code === 1, message).toBe(may && fits);
        if (answer.code === 1) id = undefined;
      }
    }
}
