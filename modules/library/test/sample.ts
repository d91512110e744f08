/** Sample values for fields checked against each other: no day in the future. */
export const librarySamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'library/expertService': { served_on: '2026-03-01', paid_on: '2026-03-08', rating: 5 },
};
