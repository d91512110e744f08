/** Sample values of which each must differ. */
export const helpSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'help/miss': { query: (n: number) => `没有的问题 ${n}`, times: 1, last_at: new Date().toISOString() },
};
