import { expect, test } from 'vitest';
import { whyOfficerNotAssignable, whyOfficersNotPair } from '../contract/officer/why-officers-not-assignable.ts';

const fit = {
  id: 1,
  name: '李执法',
  status: 'verified',
  on_duty: '1',
  cert_valid_to: '2026-11-28',
  enabled: true,
  recused: false,
} as const;
const day = '2026-11-28';

test('a certificate counts on its last day, and not on the next', () => {
  expect(whyOfficerNotAssignable(fit, day)).toBeUndefined();
  const expired = whyOfficerNotAssignable(fit, '2026-11-29');
  expect(expired?.text['zh-cn']).toContain('行政处罚法第四十二条');
  expect(expired?.values).toEqual({ name: '李执法', day: '2026-11-28' });
});

test('only verified officers on duty may be assigned', () => {
  expect(whyOfficerNotAssignable({ ...fit, status: 'entered' }, day)?.text.en).toContain(
    'no verified enforcement certificate',
  );
  expect(whyOfficerNotAssignable({ ...fit, status: 'suspended' }, day)).toBeDefined();
  expect(whyOfficerNotAssignable({ ...fit, status: 'changing' }, day)).toBeUndefined();
  expect(whyOfficerNotAssignable({ ...fit, on_duty: '0' }, day)?.text.en).toContain('not on duty');
  expect(whyOfficerNotAssignable({ ...fit, enabled: false }, day)?.text.en).toContain('disabled');
  expect(whyOfficerNotAssignable({ ...fit, recused: true }, day)?.text['zh-cn']).toContain('第四十三条');
});

test('two officers act together, and one of them is not two', () => {
  expect(whyOfficersNotPair([fit, { ...fit, id: 2 }], day)).toBeUndefined();
  expect(whyOfficersNotPair([fit], day)?.text['zh-cn']).toBe('执法人员不得少于两人（行政处罚法第四十二条）');
  expect(whyOfficersNotPair([fit, fit], day)).toBeDefined();
  expect(whyOfficersNotPair([fit, { ...fit, id: 2, on_duty: '0' }], day)?.values).toEqual({ name: '李执法' });
});
