/** What sampled forms of this area say where a rule joins fields. */
export const travelSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {};
