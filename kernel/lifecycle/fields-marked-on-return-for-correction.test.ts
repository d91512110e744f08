import { describe, expect, it } from 'vitest';
import { fieldsMarkableWhenReturningRow } from '../access/fields-markable-when-returning-row-for-correction.ts';
import type { Move } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { field } from '../field/field.ts';
import { allColumnsOf } from '../resource/all-columns-of-resource.ts';
import { resource } from '../resource/declare-resource.ts';
import { text } from '../text/text.ts';
import { lifecycle } from './lifecycle.ts';

const label = text('演出', 'Show');
const declare = (moves: Readonly<Record<string, Partial<Move>>>, more: object = {}): AnyResource =>
  resource({
    name: 'stage/show',
    label,
    title: 'name',
    scope: 'all',
    fields: { name: field.text(label), secret: field.password(label, { privacy: 'hidden' }), ...more },
    life: lifecycle({
      initial: 'draft',
      states: { draft: label, sent: label, back: { ...label, editable: ['name'] }, on: label },
      moves: {
        send: { from: ['draft', 'back'], to: 'sent', label, answers: true },
        back: { from: ['sent'], to: 'back', label, marks: true },
        ...(moves as Readonly<Record<string, Move>>),
      },
    }),
  });
const move = { from: ['sent'], label };

describe('marks and answers', () => {
  it('add their columns and inputs', () => {
    const show = declare({});
    expect(Object.keys(allColumnsOf(show))).toEqual(expect.arrayContaining(['marks', 'explanations']));
    expect(Object.keys(show.life?.moves.back.input ?? {})).toEqual(['marks']);
    expect(Object.keys(show.life?.moves.send.input ?? {})).toEqual(['explanations']);
    expect(Object.keys(fieldsMarkableWhenReturningRow(show, 'back', () => undefined))).toEqual(['name']);
  });

  it('throw if no move could answer, or if they are declared twice', () => {
    const fault = (moves: Readonly<Record<string, Partial<Move>>>, more?: object) => () => declare(moves, more);
    expect(fault({ back: { ...move, to: 'on', marks: true } })).toThrow('where no move answers');
    expect(fault({ back: { ...move, marks: true } })).toThrow('marks in sent, where no move answers');
    expect(fault({ back: { ...move, to: 'back', marks: true, answers: true } })).toThrow('can either mark or answer');
    expect(fault({ back: { ...move, to: 'back' } })).toThrow('no move marks');
    expect(fault({ back: { ...move, to: 'back', marks: true, input: { marks: field.pairs(label) } } })).toThrow(
      'must not be declared',
    );
    expect(fault({}, { explanations: field.text(label) })).toThrow('must not be declared');
    const steps = [
      { name: 'a', label },
      { name: 'b', label },
    ];
    expect(fault({ back: { ...move, to: 'back', marks: true, steps } })).toThrow('has steps');
  });
});
