import { expect, test } from 'vitest';
import { field, kindOf } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { decodeMessage } from '#kernel/text/validation-messages.ts';

test('the message for a longer password states only that length', () => {
  const one = field.password(text('字段', 'Field'), { min: 8 });
  const faults = (value: string) =>
    kindOf(one)
      .schema(one.options)
      .safeParse(value)
      .error?.issues.map(({ message }) => decodeMessage(message, 'en')) ?? [];
  expect(faults('Abc-1234')).toEqual([]);
  for (const wrong of ['', 'Abc-123', 'Abc-1234<', 'Abc-1234'.repeat(5)])
    expect([wrong, faults(wrong)]).toEqual([wrong, ['Enter 8 to 32 characters, without & < > " or \'']]);
});
