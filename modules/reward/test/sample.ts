/** Sample values for fields checked against each other. */
export const rewardSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'reward/policy': { starts_on: '2026-01-01', ends_on: '2030-12-31', areas: [] },
};
