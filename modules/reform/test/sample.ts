/** Sample values for fields checked against each other: an order of a patrol, which has no number of its own. */
export const reformSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'reform/order': { source: 'patrol', kind: 'within_term', term_days: 15, check_id: null },
  // a problem that has room for pictures
  'reform/problem': { pictures: 0 },
};
