import { expect, test } from 'vitest';
import { text } from '../text/text.ts';
import { field } from './field.ts';
import {
  checkDeclaredOptionDependencies,
  isOptionAllowedByOtherFields,
} from './options-that-depend-on-another-field.ts';

const word = (name: string) => text(name, name);
const kind = field.select(word('类别'), { options: { hotel: word('饭店'), shop: word('店') } });
const options = { none: word('无'), star5: word('五星'), a5: word('5A') };
const grade = (only: Readonly<Record<string, readonly string[]>>, by = 'kind') =>
  field.select(word('等级'), { options, fits: { by, only: only as Record<string, 'star5'[]> } });

test('an option that depends on another field is offered only with its values', () => {
  const one = grade({ hotel: ['star5'] });
  expect(isOptionAllowedByOtherFields(one, 'star5', { kind: 'hotel' })).toBe(true);
  for (const given of ['shop', '', null, undefined, 'constructor'])
    expect(isOptionAllowedByOtherFields(one, 'star5', { kind: given }), String(given)).toBe(false);
  // an option that is not listed is allowed with any value
  for (const given of ['shop', undefined])
    expect(isOptionAllowedByOtherFields(one, 'none', { kind: given })).toBe(true);
  expect(isOptionAllowedByOtherFields(kind, 'hotel', {})).toBe(true);
});

test('a declaration that names undeclared fields or options throws', () => {
  expect(() => checkDeclaredOptionDependencies('a/b', { kind, grade: grade({ hotel: ['star5'] }) })).not.toThrow();
  expect(() => checkDeclaredOptionDependencies('a/b', { kind, grade: grade({ inn: ['star5'] }) })).toThrow(
    'inn is not an option',
  );
  expect(() => checkDeclaredOptionDependencies('a/b', { kind, grade: grade({ hotel: ['star9'] }) })).toThrow(
    'star9 is not an option',
  );
  expect(() => checkDeclaredOptionDependencies('a/b', { kind, grade: grade({}, 'nothing') })).toThrow(
    'depends on nothing',
  );
});
