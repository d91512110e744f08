/**
 * Sample values: no sample file is a template, no sample text is a numbering rule, and a title ends with the document
 * type.
 */
export const documentSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'document/document': {
    code: 'enforcement/checkApproval',
    title: (n: number) => `关于第 ${n} 次检查的行政检查审批表`,
  },
  'document/template': { body: null, number_rule: null },
};
