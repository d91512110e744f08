import { describe, expect, test } from 'vitest';
import type { Fields } from '../declaration/field.ts';
import type { Move, Moves } from '../declaration/lifecycle.ts';
import type { VerificationByOfficer } from '../declaration/verification-by-officer.ts';
import { field } from '../field/field.ts';
import { writableFields } from '../lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { lifecycle } from '../lifecycle/lifecycle.ts';
import { resource } from '../resource/declare-resource.ts';
import { text } from '../text/text.ts';
import { declareVerification } from './declare-verification-lifecycle.ts';

const label = text('样本', 'Sample');
const fields = {
  owner_id: field.integer(label),
  name: field.text(label),
  cert_no: field.text(label),
  mobile: field.text(label),
} satisfies Fields;
const usual = { fields: ['name', 'cert_no'], holder: ['owner_id'], rule: 'check' } as const;

const made = ({ states, moves }: { states: object; moves: Readonly<Record<string, object>> }) =>
  resource({
    name: 'sample/card',
    label,
    icon: 'file',
    title: 'name',
    scope: 'all',
    fields,
    life: lifecycle({
      initial: 'pending',
      states: states as Record<string, typeof label>,
      moves: moves as Moves<string, never>,
    }),
  });

describe('what is verified', () => {
  test('is entered, returned or verified, and changed on request from then on', () => {
    const { states, moves, clock } = declareVerification(usual);
    expect(Object.keys(states)).toEqual(['pending', 'returned', 'verified', 'changing']);
    const ways = Object.entries<Move>(moves).map(([name, { from, to }]) => `${name}: ${from.join()} → ${to}`);
    expect(ways).toEqual([
      'submit: returned → pending',
      'verify: pending → verified',
      'return: pending → returned',
      'change: verified → changing',
      'verifyChange: changing → verified',
      'refuseChange: changing → verified',
      'withdrawChange: changing → verified',
    ]);
    expect(moves.change.proposes).toEqual(['name', 'cert_no']);
    expect(clock).toEqual({
      ...text('核验期限', 'Verification deadline'),
      rule: 'check',
      in: ['pending', 'changing'],
      served: true,
    });
  });

  test('is closed to members once it is verified, the rest is not', () => {
    const card = made(declareVerification(usual));
    const open = (actor: 'admin' | 'member', state: string) =>
      Object.keys(writableFields(card, 'edit', { actor, state }));
    expect(open('member', 'pending')).toEqual(Object.keys(fields));
    expect(open('member', 'verified')).toEqual(['mobile']);
    expect(open('member', 'changing')).toEqual(['mobile']);
    expect(open('admin', 'verified')).toEqual(Object.keys(fields));
  });

  test('is closed as a whole where the row is one paper', () => {
    const card = made(declareVerification({ ...usual, whole: true }));
    const open = (actor: 'admin' | 'member', state: string) =>
      Object.keys(writableFields(card, 'edit', { actor, state }));
    for (const state of ['pending', 'changing'])
      expect([open('admin', state), open('member', state)]).toEqual([[], []]);
    expect(open('member', 'verified')).toEqual([]);
    expect(open('member', 'returned')).toEqual(['name', 'cert_no', 'mobile']);
  });
});

test('rows that officers enter themselves are closed to them once verified, and have no moves of members', () => {
  const declared = declareVerification({ ...usual, byOffice: true, withdrawable: true });
  const card = made(declared);
  expect(Object.keys(writableFields(card, 'edit', { actor: 'admin', state: 'verified' }))).toEqual(['mobile']);
  for (const move of Object.values<object>(declared.moves)) {
    expect(move).not.toHaveProperty('by');
    expect(move).not.toHaveProperty('ownersAct');
  }
});

test('states and moves have the names and the words of their resource', () => {
  const { states, moves, clock } = declareVerification({
    ...usual,
    withdrawable: true,
    word: text('核准', 'approval'),
    changeWord: text('换证', 'renewal'),
    states: { pending: { as: 'submitted' }, changing: { as: 'renewing' } },
    moves: {
      verify: { as: 'confirm', emits: 'confirmed' },
      change: { as: 'renew' },
      verifyChange: { as: 'confirmRenewal' },
    },
  });
  expect(Object.keys(states)).toEqual(['submitted', 'returned', 'verified', 'renewing', 'withdrawn']);
  expect(states.renewing).toMatchObject(text('换证待核准', 'Renewal pending approval'));
  expect(moves.confirm).toMatchObject({ from: ['submitted'], to: 'verified', emits: 'confirmed' });
  expect(moves.confirm).not.toHaveProperty('as');
  expect(moves.confirmRenewal).toMatchObject({ accepts: 'renew', label: text('同意换证', 'Approve renewal') });
  expect(moves.withdraw).toMatchObject({ from: ['submitted', 'returned'], to: 'withdrawn' });
  expect(clock).toMatchObject({ ...text('核准期限', 'Approval deadline'), in: ['submitted', 'renewing'] });
});

type Declared = VerificationByOfficer<readonly string[], object, object, boolean>;

test.each<[string, Partial<Declared>]>([
  ['verified: no field is vouched for', { fields: [] }],
  ['verified: name is named twice', { fields: ['name', 'name'] }],
  ['verified: owner_id is named twice', { fields: ['owner_id'] }],
  ['verified: returned is named twice', { states: { verified: { as: 'returned' } } }],
  ['verified: submit is named twice', { moves: { verify: { as: 'submit' } } }],
  ['verified: withdraw without withdrawable', { moves: { withdraw: { as: 'recall' } } }],
  ['verified: withdrawn without withdrawable', { states: { withdrawn: { as: 'recalled' } } }],
])('%s', (message, wrong) => {
  expect(() => declareVerification({ ...usual, ...wrong } as Declared)).toThrow(message);
});

test('a field that no form writes cannot be verified', () => {
  expect(() => made(declareVerification({ ...usual, fields: ['nothing'] }))).toThrow('sample/card');
});
