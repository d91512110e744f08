/** Sample values for fields checked against each other: a check of a coach without a team. */
export const enforcementSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'enforcement/roadsideCheck': { itinerary_id: null },
  'enforcement/draw': { redraw_of: null },
  'enforcement/plan': { starts_on: '2026-01-01', ends_on: '2030-12-31', areas: [], ratio: null, count: 5 },
  'enforcement/source': { key: 'Key-of-a-source-0123456789' },
};
