import { afterEach, expect, test } from 'vitest';
import { text } from './text.ts';
import { speakWords, toldNames, words } from './words.ts';

afterEach(() => speakWords({}));

test('a list that is declared after the words were told speaks them too: parts of the program are loaded later', () => {
  const renamed = { ferry: text('渡轮', 'Ferry') };
  const boat = text('船', 'Boat');
  speakWords({ 'late/boat': renamed, 'late/name': renamed });
  const list = words({ name: 'late/boat', label: boat, initial: { ferry: boat } });
  expect(list.options).toEqual(renamed);
  expect(toldNames('late/name').options).toEqual(renamed);
  speakWords({});
  expect(list.options, 'what it began with').toEqual({ ferry: boat });
});
