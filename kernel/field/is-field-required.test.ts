import { expect, it } from 'vitest';
import type { RequiredWhen } from '../declaration/field.ts';
import { text } from '../text/text.ts';
import { field } from './field.ts';
import { isRequired } from './is-field-required.ts';

const label = text('字段', 'Field');

it.each<[RequiredWhen, { adding?: boolean; actor?: string; values?: Record<string, unknown> }, boolean]>([
  [{ adding: true }, { adding: true }, true],
  [{ adding: true }, {}, false],
  [{ adding: true, actor: 'member' }, { adding: true, actor: 'admin' }, false],
  [{ adding: true, actor: 'member' }, { adding: true, actor: 'member' }, true],
  [{ by: 'kind', of: ['b'] }, { values: { kind: 'a' } }, false],
  [{ by: 'kind', of: ['b'] }, { values: { kind: ['a', 'b'] } }, true],
  [{ by: 'firm_id' }, { values: { firm_id: 7 } }, true],
  [{ by: 'firm_id' }, { values: { firm_id: null } }, false],
  [{ by: 'firms' }, { values: { firms: [] } }, false],
])('required when %j, filled in by %j: %s', (requiredWhen, by, expected) => {
  const filling = { adding: false, actor: 'admin', values: {}, ...by };
  expect(isRequired(field.text(label, { requiredWhen }), filling)).toBe(expected);
  expect(isRequired(field.text(label, { required: true }), filling)).toBe(true);
});
