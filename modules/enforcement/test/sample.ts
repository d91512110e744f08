/** Sample values for fields checked against each other: a check of a coach without a team. */
export const enforcementSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'enforcement/roadsideCheck': { itinerary_id: null },
  'enforcement/source': { key: 'Key-of-a-source-0123456789' },
};
