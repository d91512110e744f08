import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Lifecycle, Move } from '#kernel/declaration/lifecycle.ts';
import { field } from '#kernel/field/field.ts';
import { isDeletable } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import {
  initialStateFor,
  lifecycle,
  moveOf,
  movesFrom,
  reachableStates,
  statesAfterMove,
} from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { resources } from '#modules/registry.ts';

const label = text('动作', 'Move');
const life = lifecycle({
  initial: 'draft',
  states: { draft: label, sent: label, done: { ...label, final: true }, lost: label },
  moves: {
    send: { from: ['draft'], to: 'sent', label, by: ['admin', 'member'] },
    finish: { from: ['sent'], to: 'done', orTo: ['draft'], label },
    back: { from: ['sent'], to: 'draft', label, by: ['member'] },
  },
});

test('a row may be deleted unless its state forbids it to this actor', () => {
  const states = {
    draft: label,
    sent: { ...label, deletable: { member: false } },
    done: { ...label, deletable: false },
  } as const;
  const matter = resource({
    name: 'test/matter',
    label,
    icon: 'file',
    title: 'name',
    scope: 'all',
    fields: { name: field.text(label) },
    life: lifecycle({
      initial: 'draft',
      states,
      moves: { go: { from: ['draft'], to: 'sent', label }, end: { from: ['sent'], to: 'done', label } },
    }),
  });
  const by = (actor: 'admin' | 'member') =>
    Object.keys(states).filter((state) => isDeletable(matter, { actor, state }));
  expect([by('admin'), by('member')]).toEqual([['draft', 'sent'], ['draft']]);
});

test('rows of an office begin in a state of their own, where there is one', () => {
  const types = ['admin', 'system', 'member', 'guest'];
  const begin = (of: Lifecycle) => types.map((type) => initialStateFor(of, { type }));
  expect(begin(life)).toEqual(['draft', 'draft', 'draft', 'draft']);
  expect(begin({ ...life, initialByOffice: 'done' })).toEqual(['done', 'done', 'draft', 'draft']);
});

test('a move that can be undone settles no messages, and rows begin in a state', () => {
  const matter =
    (reversible: boolean, initialByOffice = 'draft') =>
    () =>
      resource({
        name: 'test/matter',
        label,
        icon: 'file',
        title: 'name',
        scope: 'all',
        fields: { name: field.text(label) },
        life: {
          initial: 'draft',
          initialByOffice,
          states: { draft: label },
          moves: { go: { from: ['draft'], label, settles: true, reversible } },
        },
      });
  expect(matter(false)).not.toThrow();
  expect(matter(true)).toThrow('test/matter: go settles messages and cannot be reversible');
  expect(matter(false, 'sent')).toThrow('test/matter: rows begin in sent, which is no state');
});

test('a move can only lock its own row or what a reference of the row refers to', () => {
  const matter = (locks: string) => () =>
    resource({
      name: 'test/matter',
      label,
      icon: 'file',
      title: 'name',
      scope: 'all',
      fields: { name: field.text(label), of_id: field.reference(label, { to: 'test/other' }) },
      life: lifecycle({ initial: 'draft', states: { draft: label }, moves: { go: { from: ['draft'], label, locks } } }),
    });
  for (const right of ['of_id', 'id']) expect(matter(right)).not.toThrow();
  for (const wrong of ['name', 'nothing'])
    expect(matter(wrong)).toThrow(`test/matter: go locks ${wrong}, which is not a reference`);
});

describe('moves', () => {
  test('leave a state in declared order, for everybody or for one kind of actor', () => {
    expect(movesFrom(life, 'sent')).toEqual(['finish', 'back']);
    expect(movesFrom(life, 'sent', 'admin')).toEqual(['finish']);
    expect(movesFrom(life, 'sent', 'member')).toEqual(['back']);
    expect(movesFrom(life, 'draft', 'member')).toEqual(['send']);
    expect(movesFrom(life, 'done')).toEqual([]);
    expect(movesFrom(life, 'no such state')).toEqual([]);
  });

  test('are found only by their exact name', () => {
    expect(moveOf(life, 'send')?.to).toBe('sent');
    for (const name of ['', 'Send', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect(moveOf(life, name)).toBeUndefined();
    expect(moveOf(undefined, 'send')).toBeUndefined();
  });

  test('reach every state that moves lead to', () => {
    expect([...reachableStates(life)].toSorted()).toEqual(['done', 'draft', 'sent']);
    expect([...reachableStates(life, 'done')]).toEqual(['done']);
    expect([...reachableStates(life, 'lost')]).toEqual(['lost']);
  });

  test('of a state that is not declared are refused when the program starts', () => {
    const wrong = { initial: 'a', states: { a: label }, moves: { go: { from: ['a'], to: 'b', label } } };
    expect(() => lifecycle(wrong as unknown as Parameters<typeof lifecycle>[0])).toThrow('move go: no state b');
  });
});

/** A random life cycle: some states, and moves between them. */
const anyLife = fc
  .tuple(
    fc.integer({ min: 1, max: 6 }),
    fc.array(
      fc.record({
        from: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }),
        to: fc.nat(5),
        orTo: fc.option(fc.nat(5), { nil: undefined }),
      }),
      { maxLength: 8 },
    ),
  )
  .map(([count, moves]): Lifecycle => {
    const state = (n: number) => `s${n % count}`;
    return {
      initial: 's0',
      states: Object.fromEntries(Array.from({ length: count }, (_, n) => [`s${n}`, label])),
      moves: Object.fromEntries(
        moves.map((one, n) => [
          `m${n}`,
          {
            from: one.from.map(state),
            to: state(one.to),
            ...(one.orTo === undefined ? {} : { orTo: [state(one.orTo)] }),
            label,
          },
        ]),
      ),
    };
  });

test('moves lead only to reachable states', () => {
  fc.assert(
    fc.property(anyLife, fc.array(fc.nat(), { maxLength: 30 }), (one, steps) => {
      const reachable = reachableStates(one);
      let state = one.initial;
      for (const step of steps) {
        const moves = movesFrom(one, state);
        if (moves.length === 0) break;
        const move = one.moves[moves[step % moves.length] as string] as Move;
        expect(move.from).toContain(state);
        const ends = statesAfterMove(move);
        state = ends[step % ends.length] as string;
        expect(reachable.has(state)).toBe(true);
      }
      // and every reachable state is an end of some move out of a reachable one
      for (const each of reachable) {
        if (each === one.initial) continue;
        expect(
          Object.values<Move>(one.moves).some(
            (move) => move.from.some((from) => reachable.has(from)) && statesAfterMove(move).includes(each),
          ),
        ).toBe(true);
      }
    }),
  );
});

test.each(resources.filter((one) => one.life).map((one) => [one.name, one.life as Lifecycle] as const))(
  '%s comes to an end from everywhere, if it has one',
  (_name, one) => {
    const finals = Object.keys(one.states).filter((state) => one.states[state]?.final);
    if (finals.length === 0) return;
    for (const state of reachableStates(one))
      expect(
        finals.some((final) => reachableStates(one, state).has(final)),
        `${state} leads to ${finals.join(' or ')}`,
      ).toBe(true);
  },
);

test('undeclared states and clocks do not compile', () => {
  const states = { a: label, b: label };
  // never called: the type checker reads it
  const refused = () => {
    // @ts-expect-error a state that is not declared cannot be where a life begins
    lifecycle({ initial: 'c', states, moves: {} });
    // @ts-expect-error nor where a move leads
    lifecycle({ initial: 'a', states, moves: { go: { from: ['a'], to: 'c', label } } });
    // @ts-expect-error nor where it comes from
    lifecycle({ initial: 'a', states, moves: { go: { from: ['c'], to: 'b', label } } });
    // @ts-expect-error nor its other end
    lifecycle({ initial: 'a', states, moves: { go: { from: ['a'], to: 'b', orTo: ['c'], label } } });
    // @ts-expect-error a state has a word in both languages
    lifecycle({ initial: 'a', states: { a: { 'zh-cn': '甲' } }, moves: {} });
    // @ts-expect-error moves are made by officers or members
    lifecycle({ initial: 'a', states, moves: { go: { from: ['a'], to: 'a', label, by: ['guest'] } } });
    // @ts-expect-error a move says from where
    lifecycle({ initial: 'a', states, moves: { go: { to: 'a', label } } });
  };
  expect(refused).toBeTypeOf('function');
});
