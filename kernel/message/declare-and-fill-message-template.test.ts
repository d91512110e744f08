import fc from 'fast-check';
import { expect, test } from 'vitest';
import { text } from '../text/text.ts';
import {
  countBilledSmsParts,
  fillMessage,
  messageTemplate,
  missingPlaceholders,
  sampleMessage,
  unknownPlaceholders,
} from './declare-and-fill-message-template.ts';

const returned = messageTemplate({
  code: 'trip_returned',
  label: text('退回', 'Returned'),
  text: text('{name}被退回：{reason}', '{name} was returned: {reason}'),
  places: {
    name: { ...text('名称', 'Name'), sample: '甲' },
    reason: { ...text('原因', 'Reason'), sample: '缺材料', needed: true },
  },
});

test('placeholders are filled once, whatever the values contain', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, reason) => {
      expect(fillMessage(returned, returned.text, { name, reason })).toBe(`${name}被退回：${reason}`);
    }),
  );
  expect(fillMessage(returned, returned.text, { name: '{reason}', reason: '$&' }, 'en')).toBe(
    '{reason} was returned: $&',
  );
  expect(sampleMessage(returned, '{name}：{reason}')).toBe('甲：缺材料');
  // @ts-expect-error what it names has to be told
  expect(fillMessage(returned, returned.text, { name: '甲' })).toBe('甲被退回：');
});

test('texts may use only declared placeholders, and must use required ones', () => {
  expect(unknownPlaceholders(returned, '{name}{nmae}{}{nmae}')).toEqual(['nmae', '']);
  expect(missingPlaceholders(returned, '{name}')).toEqual(['reason']);
  expect(() => messageTemplate({ ...returned, text: text('{nmae}{reason}', '{reason}') })).toThrow(/nmae/);
  expect(() => messageTemplate({ ...returned, text: text('{reason}', '{name}') })).toThrow(/reason/);
  expect(() => messageTemplate({ ...returned, code: 'Bad' })).toThrow(/snake_case/);
});

test('parts are counted as networks split messages', () => {
  expect(
    ['', 'a', '字'.repeat(70), '字'.repeat(71), '字'.repeat(134), '字'.repeat(135)].map(countBilledSmsParts),
  ).toEqual([0, 1, 1, 2, 2, 3]);
});
