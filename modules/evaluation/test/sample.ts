/** Sample values for fields checked against each other: an evaluation is about one of the two. */
export const evaluationSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'evaluation/evaluation': { target: 'team', department_id: null, recipient_id: null },
};
