import { expect, test } from 'vitest';
import { findUnusableCrewReason, usableUntilDayConditions } from '../contract/crew-usable-for-tour-rule.ts';

const coach = {
  plate: '云A12345',
  status: 'normal',
  papers_until: '2026-12-01',
  permit_valid_to: '2028-01-01',
  inspect_valid_to: '2026-12-01',
  insurance_valid_to: '2027-06-30',
};

test('crew with documents valid until the last day of a tour may be chosen', () => {
  expect(findUnusableCrewReason('crew/vehicle', coach, '2026-12-01')).toBeUndefined();
  expect(findUnusableCrewReason('crew/vehicle', coach, '2026-12-02')).toEqual({
    reason: 'papers',
    message: {
      'zh-cn': '云A12345 证件将于行程期间到期（机动车检验）',
      en: '云A12345 expires during the trip (Vehicle inspection)',
    },
  });
  expect(usableUntilDayConditions('crew/vehicle', '2026-12-02').at(-1)).toEqual(['papers_until', '>=', '2026-12-02']);
});

test('suspended guides and vehicles under repair may not, however long the documents last', () => {
  expect(findUnusableCrewReason('crew/vehicle', { ...coach, status: 'maintenance' }, '2026-11-30')).toMatchObject({
    reason: 'status',
    message: { 'zh-cn': '云A12345检修，不能选用' },
  });
  const guide = { name: '王芳', status: 'suspended', valid_to: '2030-01-01' };
  expect(findUnusableCrewReason('crew/guide', guide, '2026-11-30')).toMatchObject({ reason: 'status' });
  expect(findUnusableCrewReason('crew/guide', { ...guide, status: 'changing' }, '2026-11-30')).toBeUndefined();
  // a driving licence without expiry date
  const driver = { name: '李强', status: 'working', licence_valid_to: null, qualification_valid_to: '2027-01-01' };
  expect(findUnusableCrewReason('crew/driver', driver, '2026-12-31')).toBeUndefined();
});
