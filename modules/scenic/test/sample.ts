/** Sample values for fields checked against each other: a calculation that works, and a count of an hour ago. */
export const scenicSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'scenic/spot': { open_to_public: '1' },
  'scenic/season': { from_on: '2026-01-01', to_on: '2026-12-31', opens_at: '08:00:00', closes_at: '18:00:00' },
  'scenic/capacity': { open_minutes: 600, visit_minutes: 150, instant_by_hand: null, by_hand_reason: null },
  'scenic/area': { area_m2: 2000, per_person_m2: 2, facility_limit: null },
  'scenic/count': {
    kind: 'count',
    counted_at: (n: number) => Math.floor(Date.now() / 1000) - 3600 - 60 * (n % 1000),
    inside: 100,
    entered: null,
    departed: null,
    reason: null,
  },
};
