import { afterEach, expect, test } from 'vitest';
import { text } from '../text/text.ts';
import { optionList, optionsFromServer, setStoredOptionLists } from './declare-editable-option-list.ts';

afterEach(() => setStoredOptionLists({}));

test('a list declared after the stored options were set has them too, because parts of the program load later', () => {
  const renamed = { ferry: text('渡轮', 'Ferry') };
  const boat = text('船', 'Boat');
  setStoredOptionLists({ 'late/boat': renamed, 'late/name': renamed });
  const list = optionList({ name: 'late/boat', label: boat, initial: { ferry: boat } });
  expect(list.options).toEqual(renamed);
  expect(optionsFromServer('late/name').options).toEqual(renamed);
  setStoredOptionLists({});
  expect(list.options, 'what it began with').toEqual({ ferry: boat });
});
