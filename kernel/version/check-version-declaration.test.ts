import { expect, test } from 'vitest';
import type { AnyResource } from '../declaration/resource.ts';
import { field } from '../field/field.ts';
import { resource } from '../resource/declare-resource.ts';
import { text } from '../text/text.ts';
import { checkVersionDeclaration } from './check-version-declaration.ts';
import { checkCitationDeclarations } from './fields-citing-published-version-of-row.ts';
import { versionedResource } from './versioned-resource.ts';

const label = text('字段', 'Field');

const law = versionedResource({
  name: 'shelf/law',
  label,
  title: 'name',
  scope: 'all',
  versionsOf: 'code',
  fields: {
    code: field.identifier(label, { number: 'FG{seq:4}', unique: ['revision'] }),
    name: field.text(label, { required: true }),
  },
});

const wrong = (changes: object) => () => checkVersionDeclaration({ ...law, ...changes } as unknown as AnyResource);
const withField = (name: string, one: unknown) => ({ fields: { ...law.fields, [name]: one } });
const withVersions = (changes: object) => ({ versions: { ...law.versions, ...changes } });

test('a resource declares what its versions need', () => {
  expect(wrong({})).not.toThrow();
  expect(Object.keys(law.fields)).toEqual([
    'code',
    'name',
    'revision',
    'effective_from',
    'effective_to',
    'standing',
    'previous_id',
    'next_id',
  ]);
});

test('what versions share is never changed, and distinguishes them with their number', () => {
  const unique = field.identifier(label, { unique: ['revision'] });
  expect(wrong(withField('code', unique))).toThrow('versions of code, which must be written by the server');
  expect(wrong(withField('code', field.identifier(label, { write: 'add', unique: true })))).toThrow(
    'code must be unique with revision',
  );
  expect(wrong(withField('code', field.identifier(label, { write: 'add', unique: ['revision'] })))).not.toThrow();
});

test('versions have a number and neighbours, and days in force that are dates', () => {
  expect(wrong(withField('revision', field.integer(label)))).toThrow('versions need revision');
  expect(wrong(withField('next_id', field.reference(label, { to: 'shelf/book', write: 'server' })))).toThrow(
    'versions need next_id',
  );
  expect(wrong(withField('effective_to', field.datetime(label)))).toThrow('effective_to is not a date');
});

test('moves of versions exist, and only the platform replaces one', () => {
  expect(wrong(withVersions({ revise: 'renew' }))).toThrow('versions name renew, which is no move');
  expect(wrong(withVersions({ replace: 'retire' }))).toThrow('retire must be a move of the platform');
  const moves = { ...law.life?.moves, revise: { ...law.life?.moves.revise, reversible: true } };
  expect(wrong({ life: { ...law.life, moves } })).toThrow('revise can neither be undone');
});

test('versions that were published are never deleted', () => {
  expect(wrong(withVersions({ published: ['published', 'draft'] }))).toThrow('can be deleted in state draft');
  expect(wrong(withVersions({ published: ['gone'] }))).toThrow('no state gone');
});

test('personal data in sealed fields is not copied, so it has no versions', () => {
  const sealed = field.idNumber(label, { privacy: 'masked' });
  expect(wrong(withField('id_no', sealed))).toThrow('id_no is sealed');
});

test('citations point at versions or their parts, on a date of their row', () => {
  const citing = (cites: true | { on: string }, to = law.name as string) =>
    resource({
      name: 'shelf/case',
      label,
      title: 'name',
      scope: 'all',
      fields: {
        name: field.text(label),
        law_id: field.reference(label, { to, cites }),
        happened_on: field.date(label),
      },
    });
  const check = (one: AnyResource) => () =>
    checkCitationDeclarations(
      [law, one],
      (name) => [law, one].find((each) => each.name === name) as AnyResource | undefined,
    );
  expect(check(citing(true))).not.toThrow();
  expect(check(citing({ on: 'happened_on' }))).not.toThrow();
  expect(check(citing({ on: 'name' }))).toThrow('cites on name, which is no date of its row');
  expect(check(citing(true, 'shelf/case'))).toThrow('cites what has no published versions');
});
