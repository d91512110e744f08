import { expect, test } from 'vitest';
import { singular } from './singular.ts';

test('one of many, as English says it', () => {
  const said = {
    Itineraries: 'itinerary',
    'Reward policies': 'reward policy',
    Staff: 'staff',
    People: 'person',
    'Findings on teams': 'finding on teams',
    'Coaches without a team': 'coach without a team',
    'Rules and thresholds': 'rule and threshold',
    'Working calendar': 'working calendar',
    'SMS queue': 'SMS queue',
  };
  expect(Object.fromEntries(Object.keys(said).map((label) => [label, singular(label)]))).toEqual(said);
});
