/** What sampled forms of this area say where a rule judges a field: nobody is born after today. */
export const memberSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'user/user': { birthday: '1990-01-01' },
};
