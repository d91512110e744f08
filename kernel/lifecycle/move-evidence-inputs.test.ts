import { describe, expect, test } from 'vitest';
import type { Move } from '../declaration/lifecycle.ts';
import { field } from '../field/field.ts';
import { resource } from '../resource/declare-resource.ts';
import { text } from '../text/text.ts';
import { lifecycle } from './lifecycle.ts';
import { readSignature } from './move-evidence-inputs.ts';

const label = text('样本', 'Sample');

type Values = Partial<Omit<Move<'open' | 'done', never>, 'from' | 'label'>>;

const declare = (move: Values, more: Parameters<typeof resource>[0]['fields'] = {}) =>
  resource({
    name: 'sample/visit',
    label,
    title: 'name',
    scope: 'all',
    fields: { name: field.text(label), ...more },
    life: lifecycle({
      initial: 'open',
      states: { open: label, done: label },
      moves: { close: { from: ['open' as const], to: 'done' as const, label, ...move } },
    }),
  });

const inputOf = (move: Values) => declare(move).life?.moves.close.input ?? {};

describe('a move with evidence', () => {
  test('asks for it behind its other inputs, with the clock of the device', () => {
    const input = inputOf({
      input: { note: field.text(label) },
      evidence: {
        files: { min: 2, max: 3 },
        place: 'required',
        signatures: { party: { ...text('当事人', 'Party'), required: true }, witness: text('见证人', 'Witness') },
      },
    });
    expect(Object.keys(input)).toEqual([
      'note',
      'evidence_files',
      'evidence_place',
      'signature_party',
      'signature_witness',
      'evidence_at',
    ]);
    expect(Object.keys(input).filter((name) => input[name]?.required)).toEqual([
      'evidence_files',
      'evidence_place',
      'signature_party',
    ]);
    expect(input.evidence_files).toMatchObject({ kind: 'images', options: { max: 3, private: true } });
    expect(input.signature_party?.label.en).toBe('Signature: Party');
  });

  test('takes files of the types it names', () => {
    expect(inputOf({ evidence: { files: { accept: 'pdf' } } }).evidence_files).toMatchObject({
      kind: 'files',
      options: { accept: 'pdf', max: 9, private: true },
    });
    expect(inputOf({ evidence: { place: 'optional' } }).evidence_place?.required).toBeUndefined();
  });

  test('is made by a person, on one row, once and for all', () => {
    const evidence = { place: 'optional' } as const;
    expect(() => declare({ evidence, by: [] })).toThrow('sample/visit: evidence of close is asked of nobody');
    expect(() => declare({ evidence, batch: true })).toThrow('neither steps nor batch');
    expect(() => declare({ evidence, reversible: true })).toThrow('and stays');
    const steps = [
      { name: 'propose', label },
      { name: 'confirm', label },
    ];
    expect(() => declare({ evidence, steps })).toThrow('neither steps nor batch');
  });

  test('asks for something, in possible numbers and under free names', () => {
    expect(() => declare({ evidence: {} })).toThrow('asks for nothing');
    expect(() => declare({ evidence: { signatures: {} } })).toThrow('asks for nothing');
    for (const files of [{ min: 2, max: 1 }, { min: -1 }, { max: 0 }, { min: 10 }, { max: 1.5 }])
      expect(() => declare({ evidence: { files } })).toThrow('no number of files');
    expect(() => declare({ evidence: { signatures: { 'The Party': label } } })).toThrow('the role The Party');
    expect(() => declare({ evidence: { place: 'optional' }, input: { evidence_at: field.date(label) } })).toThrow(
      'needs the name evidence_at',
    );
    expect(() => declare({ evidence: { place: 'optional' } }, { evidence_place: field.text(label) })).toThrow(
      'needs the name evidence_place',
    );
  });
});

test('a signature is no column of a resource', () => {
  expect(() => declare({}, { signed: field.signature(label) })).toThrow('sample/visit.signed: only the evidence');
});

test('a signature is drawn in lines within its box, or a typed name', () => {
  expect(
    readSignature({
      strokes: [
        [0, 0, 900, 300],
        [5, 5],
      ],
      name: '',
    }),
  ).toEqual({
    strokes: [
      [0, 0, 900, 300],
      [5, 5],
    ],
  });
  expect(readSignature({ strokes: null, name: ' 王  小明 ' })).toEqual({ name: '王  小明' });
});

test('a signature without content is none', () => {
  for (const value of [{}, { strokes: [] }, { name: '  ' }]) expect(readSignature(value)).toBeUndefined();
});

test('points outside of the box, and lines beyond any signature, are refused', () => {
  for (const line of [[], [1], [1, 2, 3], [1, 301], [901, 1], [-1, 1], [1.5, 2], ['1', '2']])
    expect(readSignature({ strokes: [line] })).toBeUndefined();
  expect(readSignature({ strokes: Array.from({ length: 201 }, () => [1, 1]) })).toBeUndefined();
  const long = Array.from({ length: 8000 }, () => 1);
  expect(readSignature({ strokes: [long] })).toEqual({ strokes: [long] });
  expect(readSignature({ strokes: [long, long] })).toBeUndefined();
  expect(readSignature({ name: 'x'.repeat(61) })).toBeUndefined();
});
