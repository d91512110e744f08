/** Sample values for fields checked against each other: a post is about the past. */
export const opinionSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'opinion/item': { publish_at: 1_750_000_000 },
  // a rule raises one alert about a topic
  'opinion/alert': { rule_id: null },
};
