/**
 * Sample values: no sample file is a template, no sample text is a numbering rule, and a title ends with the document
 * type.
 */
export const documentSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'document/document': {
    code: 'credit/notice',
    title: (n: number) => `关于第 ${n} 家企业的信用名单列入告知书`,
  },
  'document/template': { body: null, number_rule: null },
};
