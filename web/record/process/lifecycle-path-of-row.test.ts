// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { movesFrom, reachableStates, statesAfterMove } from '#kernel/lifecycle/lifecycle.ts';
import { approvalStepName } from '#kernel/lifecycle/move-approval-steps.ts';
import { resources } from '#modules/registry.ts';
import { lifecycleOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import {
  type LifecyclePath,
  lifecyclePathOfRow,
  shownMoves,
  statesOnlyByHiddenMoves,
} from '#web/record/process/lifecycle-path-of-row.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';

const entryOf = (id: number, from: string | null, to: string | null, move: string | null = null): TimelineEntry => ({
  id,
  kind: 'change',
  action: move ?? 'add',
  move,
  from,
  to,
  actor_type: 'admin',
  actor_name: '张三',
  actor_role: '',
  createtime: 1_000_000 + id * 60,
  act: null,
  note: null,
  changes: null,
});

/** A walk through a life: the entries of its timeline, newest first as the server answers, and where it ends. */
function walk(resource: AnyResource, choices: readonly number[]) {
  const life = lifecycleOf(resource);
  if (!life) throw new Error('no life');
  let state = life.initial;
  const entries = [entryOf(1, null, null)];
  for (const choice of choices) {
    const ways = movesFrom(life, state).flatMap((name) =>
      statesAfterMove(life.moves[name] as Move).map((to) => [name, to] as const),
    );
    const way = ways[choice % Math.max(1, ways.length)];
    if (!way) break;
    entries.unshift(entryOf(entries.length + 1, state, way[1], way[0]));
    [, state] = way;
  }
  return { life, state, entries };
}

const all = (process: LifecyclePath) => [
  ...process.been.map(({ name }) => name),
  process.now.name,
  ...process.next,
  ...process.later,
];
const living = resources.filter(({ life }) => life);

describe.each(living.map((one) => [one.name, one] as const))('the life of %s', (_, resource) => {
  const walks = fc.array(fc.nat(20), { maxLength: 12 }).map((choices) => walk(resource, choices));

  test('has every state once: those the row was in, and those it can still reach', () => {
    fc.assert(
      fc.property(walks, ({ life, state, entries }) => {
        const process = lifecyclePathOfRow(resource, { id: 1, status: state }, entries) as LifecyclePath;
        const shown = all(process);
        const visited = entries.map(({ to }) => to ?? life.initial);
        expect(new Set(shown).size).toBe(shown.length);
        expect([...shown].sort()).toEqual([...new Set([...visited, ...reachableStates(life, state)])].sort());
        expect(process.now.name).toBe(state);
        // every entry that changed the state is told, once
        const told = [...process.been, process.now].flatMap((step) => step.entries);
        const changes = entries.filter(({ from, to }) => from === null || from !== to);
        expect(told.map(({ id }) => id).sort()).toEqual(changes.map(({ id }) => id).sort());
      }),
      { numRuns: 30 },
    );
  });

  test('tells whoever reads it of every state that is next, and members of no move that is not theirs', () => {
    fc.assert(
      fc.property(walks, fc.constantFrom('admin' as const, 'member' as const), ({ state, entries }, actor) => {
        const process = lifecyclePathOfRow(resource, { id: 1, status: state }, entries) as LifecyclePath;
        const moves = shownMoves(process, actor);
        if (actor === 'member') for (const { move } of moves) expect(move.by).toContain('member');
        const named = [
          ...moves.flatMap(({ to }) => to),
          ...statesOnlyByHiddenMoves(process, actor).flatMap(({ to }) => to),
        ];
        for (const next of process.next) expect(named).toContain(next);
      }),
      { numRuns: 30 },
    );
  });

  test('gives the reason of every move that is barred, says which are offered, and leaves out those meant for other rows', () => {
    const { life } = walk(resource, []);
    for (const status of Object.keys(life.states)) {
      const moves = movesFrom(life, status);
      const offers = moves.map((name) => {
        const [first] = life.moves[name]?.steps ?? [];
        return [name, first ? approvalStepName(name, first.name) : name] as const;
      });
      const guarded = offers.filter(([name]) => life.moves[name]?.when);
      const row = {
        id: 1,
        status,
        _moves: offers.filter((one) => !guarded.includes(one)).map(([, offer]) => offer),
        _closed: Object.fromEntries(guarded.map(([, offer]) => [offer, 0])),
      };
      const process = lifecyclePathOfRow(resource, row, []) as LifecyclePath;
      expect(process.moves.map(({ name }) => name)).toEqual(
        moves.filter((name) => !life.moves[name]?.when?.[0]?.quiet),
      );
      for (const { name, standing, reason } of process.moves) {
        const guard = life.moves[name]?.when?.[0];
        expect([name, standing, reason]).toEqual([name, guard ? 'barred' : 'offered', guard?.else]);
      }
    }
  });
});

const sample = living.find(({ name }) => name === 'enterprise/enterprise') as AnyResource;

test('a state that was entered again comes after what was between, with both entries', () => {
  const entries = [
    entryOf(4, 'returned', 'submitted', 'submit'),
    entryOf(3, 'submitted', 'returned', 'return'),
    entryOf(2, 'draft', 'submitted', 'submit'),
  ];
  const process = lifecyclePathOfRow(sample, { id: 1, status: 'submitted' }, entries) as LifecyclePath;
  expect(process.been.map(({ name }) => name)).toEqual(['draft', 'returned']);
  expect(process.now.entries.map(({ id }) => id)).toEqual([2, 4]);
});

test('there is no life of a row in a state that is no longer declared, and such a state is passed over', () => {
  expect(lifecyclePathOfRow(sample, { id: 1, status: 'bygone' }, [])).toBeUndefined();
  const process = lifecyclePathOfRow(sample, { id: 1, status: 'submitted' }, [
    entryOf(1, 'bygone', 'submitted', 'submit'),
  ]);
  expect(process?.been).toEqual([]);
});

test('withdrawing or declining a pending move does not offer it', () => {
  const [resource, name] = living.flatMap((one) =>
    Object.entries(lifecycleOf(one)?.moves ?? {}).flatMap(([key, move]) => (move.steps ? [[one, key] as const] : [])),
  )[0] as readonly [AnyResource, string];
  const from = lifecycleOf(resource)?.moves[name]?.from[0] as string;
  const process = lifecyclePathOfRow(resource, { id: 1, status: from, _moves: [`${name}:withdraw`] }, []);
  expect(process?.moves.find((one) => one.name === name)?.standing).toBe('others');
});
