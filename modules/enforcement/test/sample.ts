/** Sample values for fields checked against each other: a check of a coach without a team, a first draw. */
export const enforcementSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'enforcement/roadsideCheck': { itinerary_id: null },
  'enforcement/check': {
    plan_id: null,
    itinerary_id: null,
    vehicle_id: null,
    guide_id: null,
    window_from: (n: number) => 1_795_000_000 + n * 60,
    window_to: (n: number) => 1_795_010_000 + n * 60,
  },
  'enforcement/draw': { redraw_of: null },
  'enforcement/expertDraw': { redraw_of: null },
  'enforcement/plan': { starts_on: '2026-01-01', ends_on: '2030-12-31', areas: [], ratio: null, count: 5 },
  'enforcement/source': { key: 'Key-of-a-source-0123456789' },
};
