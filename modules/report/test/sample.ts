/** Sample values for fields checked against others: any text is no crontab line. */
export const reportSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'reports/schedule': { cron: null },
};
