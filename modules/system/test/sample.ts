/** A custom setting belongs to an existing section and has a unique name. */
export const systemSamples = {
  'system/setting': { section: 'site', variable: (n: number) => `own_${n}`, form: 'string', rules: [] },
};
