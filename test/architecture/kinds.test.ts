import { expect, test } from 'vitest';
import { kinds } from '#kernel/field/field.ts';
import { files, readSource } from './sources.ts';

/**
 * A kind is one file: what it knows stands there, and nobody else asks for its name. Who needs to tell kinds apart asks
 * for what it needs to know (`target`, `sums`, `column`, …); what draws and takes values is found by the name a kind gives.
 */
const names = Object.keys(kinds).join('|');

/** `one.kind === 'money'`, `['money'].includes(one.kind)` and `wanted.has(one.kind)`, `byKind[one.kind]`, `switch (one.kind)`. */
const namePatterns = [
  new RegExp(`\\.kind\\s*[!=]==\\s*'(?:${names})'`),
  new RegExp(`'(?:${names})'\\s*[!=]==\\s*[\\w.?\\[\\]]*\\.kind\\b`),
  /[(,]\s*(?:field|one|said|asked)\??\.kind\)/,
  /\w\[(?:field|one|said|asked)\??\.kind\]/,
  /KindName\s*[,>]|\['kind'\]>/,
];

/** The same of how it is drawn and taken: `kindOf(one).input`, `const { cell } = kindOf(one)`, `kind.cell`. */
const componentPatterns = [
  /\bkindOf\((?:[^()]|\([^()]*\))*\)\s*\.(?:input|cell)\b/,
  /\{[^{}]*\b(?:input|cell)\b[^{}]*\}\s*=\s*kindOf\(/,
  /\bkind\.(?:input|cell)\b/,
];

/** What finds the component a kind names, and what calls it by the name it has in the family. */
const findsComponent: ReadonlySet<string> = new Set([
  'web/cell/cell-value.tsx',
  'web/input/field-input.tsx',
  'modules/system/server/buildadmin/config-form.ts',
]);

/** What finds the kind of a field, and shows its name to people who read the API document. */
const finds: ReadonlySet<string> = new Set(['kernel/field/field.ts', 'server/open-api/field-schema.ts']);

test('nobody asks for the name of a kind', () => {
  const asking = files.filter((file) => !file.startsWith('kernel/kind/') && !finds.has(file));
  expect(asking.filter((file) => namePatterns.some((one) => one.test(readSource(file))))).toEqual([]);
});

test('nobody but what finds it asks for the component of a kind', () => {
  const asking = files.filter((file) => !file.startsWith('kernel/kind/') && !findsComponent.has(file));
  expect(asking.filter((file) => componentPatterns.some((one) => one.test(readSource(file))))).toEqual([]);
});

test('the test itself sees who asks', () => {
  const matches = (code: string) => [...namePatterns, ...componentPatterns].some((one) => one.test(code));
  expect(matches("if (one.kind === 'money')")).toBe(true);
  expect(matches("fields[name]?.kind !== 'area'")).toBe(true);
  expect(matches('switch (field.kind) {')).toBe(true);
  expect(matches('personal.has(field.kind)')).toBe(true);
  expect(matches('examples[field.kind]')).toBe(true);
  expect(matches("kindOf(field).input === 'textarea'")).toBe(true);
  expect(matches('wanted.has(kindOf(fields[at(1)]).cell)')).toBe(true);
  expect(matches('const { cell, keyboard } = kindOf(field);')).toBe(true);
  expect(matches("place.kind === 'missing'")).toBe(false);
  expect(matches('move.input ?? query.cell')).toBe(false);
});
