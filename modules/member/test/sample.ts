/** Sample values: no birthday in the future, and a rule with an existing page. */
export const memberSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'user/rule': { url: '/check' },
  'user/user': { birthday: '1990-01-01' },
};
