/** Sample values for fields checked against each other: a minor listing by a document, and an entered penalty. */
export const creditSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'credit/event': { kind: 'penalty', happened_on: '2026-01-05', source: null },
  'credit/guideEvent': { kind: 'penalty', happened_on: '2026-01-05', source: null },
  'credit/listing': {
    list: 'minor',
    subject: 'enterprise',
    measures: ['no_award'],
    basis_on: '2026-01-05',
    recipient_id: null,
    guide_id: null,
  },
  'credit/formula': { base: 750, grade_a: 800, grade_b: 650, grade_c: 500, grade_d: 350 },
  'credit/formulaRule': { points: -50, most: 200, months: 12 },
};
