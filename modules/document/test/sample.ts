/** What sampled forms of this area say: no sampled file is a template, and no sampled words are a rule of numbers. */
export const documentSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'document/template': { body: null, number_rule: null },
};
