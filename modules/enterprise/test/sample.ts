/** Sample values for fields checked against each other: a type that needs no parent agency. */
export const enterpriseSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'enterprise/enterprise': { ent_type: 'hotel', parent_id: null },
  'enterprise/deposit': { opened_on: '2026-01-05' },
};
