/** What sampled forms of this area say: no sampled file is a template, no sampled words are a rule of numbers, and a title ends with its kind. */
export const documentSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'document/document': {
    code: 'enterprise/suspension',
    title: (n: number) => `关于第 ${n} 家企业的停业整顿决定书`,
  },
  'document/template': { body: null, number_rule: null },
};
