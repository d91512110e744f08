const at = (hours: number): number => Math.floor(Date.now() / 1000) + hours * 3600;

/**
 * Sample values for fields checked against each other: what happened an hour ago, a notice of one day, and a resource that
 * lists show.
 */
export const incidentSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // a call for help becomes one incident
  'incident/incident': { happened_at: at(-1), source: 'phone', sos_id: null },
  'incident/emergencyResource': { retired: '0' },
  'incident/riskNotice': { valid_from: at(-1), valid_to: at(24) },
};
