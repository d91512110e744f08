import { expect, test } from 'vitest';
import { field, kindOf } from '#kernel/field.ts';
import { readIssue } from '#kernel/message.ts';
import { text } from '#kernel/text.ts';

test('a password that has to be longer says that length, and no other', () => {
  const one = field.password(text('字段', 'Field'), { min: 8 });
  const faults = (value: string) =>
    kindOf(one)
      .schema(one.options)
      .safeParse(value)
      .error?.issues.map(({ message }) => readIssue(message, 'en')) ?? [];
  expect(faults('Abc-123')).toEqual(['At least 8 characters']);
  expect(faults('Abc-1234')).toEqual([]);
  expect(faults('Abc-1234<')).toEqual([expect.stringMatching(/^The password must have 6 to 32 /)]);
});
