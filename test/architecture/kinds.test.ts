import { expect, test } from 'vitest';
import { kinds } from '#kernel/field/field.ts';
import { files, readSource } from './sources.ts';

/**
 * Everything about a kind is in its one file, and no other code compares the names of kinds. Code that has to
 * distinguish kinds asks for the property it depends on (`target`, `sums`, `column`, …); components that show and enter
 * values are looked up by the name that the kind gives.
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

/**
 * The same for the components that show and enter it: `kindOf(one).input`, `const { cell } = kindOf(one)`, `kind.cell`.
 */
const componentPatterns = [
  /\bkindOf\((?:[^()]|\([^()]*\))*\)\s*\.(?:input|cell)\b/,
  /\{[^{}]*\b(?:input|cell)\b[^{}]*\}\s*=\s*kindOf\(/,
  /\bkind\.(?:input|cell)\b/,
];

/**
 * The code that looks up the component named by a kind, and the code that translates it to the name that BuildAdmin uses.
 */
const findsComponent: ReadonlySet<string> = new Set([
  'web/cell/value-of-field-in-cell.tsx',
  'web/input/field-input.tsx',
  'modules/system/server/buildadmin/buildadmin-settings-form-controller.ts',
]);

/** The code that looks up the kind of a field, and the code that shows its name to readers of the API document. */
const finds: ReadonlySet<string> = new Set([
  'kernel/field/field.ts',
  'server/open-api/json-schema-of-field-values-and-bodies.ts',
]);

test('no code compares the name of a kind', () => {
  const asking = files.filter((file) => !file.startsWith('kernel/kind/') && !finds.has(file));
  expect(asking.filter((file) => namePatterns.some((one) => one.test(readSource(file))))).toEqual([]);
});

test('no code except the look-up asks for the component of a kind', () => {
  const asking = files.filter((file) => !file.startsWith('kernel/kind/') && !findsComponent.has(file));
  expect(asking.filter((file) => componentPatterns.some((one) => one.test(readSource(file))))).toEqual([]);
});

test('the check finds such code', () => {
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
