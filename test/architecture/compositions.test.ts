import { expect, test } from 'vitest';
import { files, readSource } from './sources.ts';

/**
 * Key presses that belong to an input method are withheld from all handlers in one place, `stop-keys-and-delay-search-during-input-method-composition.ts`.
 * A handler that checks by itself suggests that this does not always hold, and one that listens on the window first
 * really gets around it.
 */
const one = 'web/tab/stop-keys-and-delay-search-during-input-method-composition.ts';
const readsComposition = /\bisComposing\b|\bkeyCode\b|\bevent\.which\b/;
const listensFirst =
  /\b(?:window|document)\.addEventListener\(\s*'key(?:down|press|up)'[\s\S]{0,80}?,\s*(?:true|\{[^}]*capture: true[^}]*\})\s*\)/;

/** These ask which part of a text is still being composed, not whether a key press belongs to the input method. */
const readsText: ReadonlySet<string> = new Set(['web/input/control/text-password-and-textarea-inputs.tsx']);

test('no other file checks for composition or listens for keys first', () => {
  const others = files.filter((file) => file !== one && !readsText.has(file));
  expect(others.filter((file) => readsComposition.test(readSource(file)))).toEqual([]);
  expect(others.filter((file) => listensFirst.test(readSource(file)))).toEqual([]);
});

test('the listener is installed before anything is rendered, on every page', () => {
  const begins = files.filter((file) => /\b(?:createRoot|hydrateRoot)\(/.test(readSource(file)));
  expect(begins).toEqual(['web/light/start-lightweight-public-pages-without-shell.tsx', 'web/shell/start-shell.tsx']);
  for (const file of begins)
    expect(readSource(file)).toMatch(
      /export function start\w+\([^)]*\): void \{\s*stopKeysDuringInputMethodCompositions\(\);/,
    );
});

test('the check finds such files', () => {
  expect(readsComposition.test('if (event.nativeEvent.isComposing) return;')).toBe(true);
  expect(readsComposition.test('event.keyCode === 229')).toBe(true);
  expect(listensFirst.test("window.addEventListener('keydown', onKey, true)")).toBe(true);
  expect(listensFirst.test("document.addEventListener(\n 'keydown', onKey, { capture: true })")).toBe(true);
  expect(listensFirst.test("window.addEventListener('keydown', onKey);")).toBe(false);
});
