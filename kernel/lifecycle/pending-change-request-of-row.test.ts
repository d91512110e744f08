import { describe, expect, test } from 'vitest';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import { field } from '#kernel/field/field.ts';
import { formFields, moveThatChangesField } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { canChangeRequestWaitIn } from './pending-change-request-of-row.ts';

const label = text('字段', 'Field');
const states = { open: label, requested: label, shut: { ...label, final: true } };
type Values = Partial<Omit<Move<'open' | 'requested' | 'shut', never>, 'label'>>;
const declare = (moves: Readonly<Record<string, Values>>) =>
  resource({
    name: 'guild/card',
    label,
    title: 'name',
    scope: 'all',
    fields: {
      name: field.text(label, { required: true, unique: true, search: true }),
      price: field.money(label, { reads: 'edit' }),
      password: field.password(label, { privacy: 'hidden' }),
      rank: field.text(label, { write: 'server' }),
      parts: field.rows(label, { of: 'guild/part' }),
    },
    life: lifecycle({
      initial: 'open',
      states,
      moves: Object.fromEntries(
        Object.entries(moves).map(([name, move]) => [name, { from: ['open' as const], label, ...move }]),
      ),
    }),
  });

const change: Values = { to: 'requested', proposes: ['name', 'price'], input: { why: field.text(label) } };
const agree: Values = { from: ['requested'], to: 'open', accepts: 'change' };
const refuse: Values = { from: ['requested'], to: 'open', rejects: 'change' };

describe('a move that proposes', () => {
  test('has the proposed fields, not required, before its other inputs', () => {
    const card = declare({ change, agree, refuse });
    const input = card.life?.moves.change?.input ?? {};
    expect(Object.keys(input)).toEqual(['name', 'price', 'why']);
    expect(input.name).toEqual(field.text(label));
    expect(input.price).toEqual(field.money(label));
    expect(Object.keys(allColumnsOf(card)).slice(6, 9)).toEqual(['pending', 'status', 'due_at']);
    expect(Object.keys(formFields(card))).not.toContain('pending');
    expect(moveThatChangesField(card, 'price', { actor: 'admin', state: 'open' })?.label).toBe(label);
  });

  test('waits only in states in which a move can accept it', () => {
    const { life } = declare({ change, agree, refuse });
    expect(['open', 'requested', 'shut'].map((state) => life && canChangeRequestWaitIn(life, state))).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('is refused when no move could decide on it', () => {
    expect(Object.keys(allColumnsOf(declare({ shut: { to: 'shut' } })))).not.toContain('pending');
    const faults: [Readonly<Record<string, Values>>, RegExp][] = [
      [{ change }, /waits in requested, where nobody accepts it/],
      [{ change: { ...change, to: 'shut' }, agree }, /waits in shut/],
      [{ change: { proposes: ['name'] }, agree }, /waits in open/],
      [{ change: { ...change, proposes: [] }, agree }, /proposes nothing/],
      [{ change: { ...change, proposes: ['rank'] }, agree }, /proposes rank, which no form writes/],
      [{ change: { ...change, proposes: ['parts'] }, agree }, /proposes parts/],
      [{ change: { ...change, proposes: ['nothing'] }, agree }, /proposes nothing, which/],
      [{ change: { ...change, proposes: ['password'] }, agree }, /password, which nobody could compare/],
      [{ change: { ...change, proposes: ['why'] }, agree }, /proposes why/],
      [{ change: { ...change, input: { name: field.text(label) } }, agree }, /asks for name twice/],
      [{ change, agree, refuse: { ...refuse, rejects: 'agree' } }, /agree, which proposes nothing/],
      [{ change, agree: { ...agree, rejects: 'change' } }, /can do only one of/],
      [{ change, agree, amend: change, pass: { ...agree, accepts: 'amend' } }, /as what change proposes can/],
    ];
    for (const [moves, why] of faults) expect(() => declare(moves), String(why)).toThrow(why);
    const steps = [
      { name: 'ask', label },
      { name: 'agree', label },
    ];
    expect(() => declare({ change: { ...change, steps }, agree })).toThrow(/cannot have steps/);
    expect(() => declare({ change, agree: { ...agree, steps } })).not.toThrow();
  });
});
