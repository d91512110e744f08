/** A setting of one's own stands in a section there is, under a name of its own. */
export const systemSamples = {
  'system/setting': { section: 'site', variable: (n: number) => `own_${n}`, form: 'string', rules: [] },
};
