/** What sampled forms of this area say where a rule joins fields: a check of a coach that has no team. */
export const enforcementSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'enforcement/roadsideCheck': { itinerary_id: null },
  'enforcement/source': { key: 'Key-of-a-source-0123456789' },
};
