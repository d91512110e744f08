import { expect, test } from 'vitest';
import { files, readSource } from './sources.ts';

/**
 * Keys of an input method are kept from everybody in one place, `web/tab/input-method-composition.ts`: a handler that asks for itself
 * says that there is another way to it, and one that listens on the window before others is such a way.
 */
const one = 'web/tab/input-method-composition.ts';
const readsComposition = /\bisComposing\b|\bkeyCode\b|\bevent\.which\b/;
const listensFirst =
  /\b(?:window|document)\.addEventListener\(\s*'key(?:down|press|up)'[\s\S]{0,80}?,\s*(?:true|\{[^}]*capture: true[^}]*\})\s*\)/;

/** Asks what of a text is still being put together, not whose a key is. */
const readsText: ReadonlySet<string> = new Set(['web/input/control/text-input.tsx']);

test('nobody else asks whose a key is, or hears of keys first', () => {
  const others = files.filter((file) => file !== one && !readsText.has(file));
  expect(others.filter((file) => readsComposition.test(readSource(file)))).toEqual([]);
  expect(others.filter((file) => listensFirst.test(readSource(file)))).toEqual([]);
});

test('it listens before anything is drawn, on every page there is', () => {
  const begins = files.filter((file) => /\b(?:createRoot|hydrateRoot)\(/.test(readSource(file)));
  expect(begins).toEqual(['web/shell/start.tsx']);
  expect(readSource('web/shell/start.tsx')).toMatch(/function startShell\([^)]*\): void \{\s*watchCompositions\(\);/);
});

test('the test itself sees who does', () => {
  expect(readsComposition.test('if (event.nativeEvent.isComposing) return;')).toBe(true);
  expect(readsComposition.test('event.keyCode === 229')).toBe(true);
  expect(listensFirst.test("window.addEventListener('keydown', onKey, true)")).toBe(true);
  expect(listensFirst.test("document.addEventListener(\n 'keydown', onKey, { capture: true })")).toBe(true);
  expect(listensFirst.test("window.addEventListener('keydown', onKey);")).toBe(false);
});
