/** Sample values for fields checked against each other: a liability policy of a year, and an incident within it. */
export const insuranceSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'insurance/policy': {
    kind: 'liability',
    from_on: '2026-01-01',
    to_on: '2026-12-31',
    per_person_limit: '300000.00',
    per_event_limit: '2000000.00',
    annual_limit: '4000000.00',
  },
  'insurance/claim': { event_at: Date.UTC(2026, 4, 1) / 1000 },
};
