/** What sampled forms of this area say where a rule judges a field: nobody is born after today, and a rule leads to a page there is. */
export const memberSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'user/rule': { url: '/check' },
  'user/user': { birthday: '1990-01-01' },
};
