import { type Text, text } from '#kernel/text/text.ts';
import { lastDayOf } from '#kernel/time/shanghai-time.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';

const missing = (holder: Text) =>
  text(`${holder['zh-cn']} 没有在册的有效证件`, `${holder.en}: no valid document on record`);
const ends = (holder: Text) =>
  text(`${holder['zh-cn']} 证件将于行程期间到期`, `${holder.en}: document expires during the trip`);

/**
 * I09: a document of a vehicle, driver, guide or agency, or an insurance, expires before the end of the trip or is
 * missing; or crew is suspended.
 */
export const expiredDocumentOrSuspendedCrew = declareAnomalyRule({
  code: 'I09',
  severity: '3',
  action: 'block',
  article: text('旅游法第三十四条、第四十条、第五十六条', 'Tourism Law, Art. 34, 40 and 56'),
  parameters: {},
  find: ({ from, to, papers, barred }) => {
    const last = lastDayOf({ from, to });
    return [
      ...papers
        .filter((one) => one.last === undefined || one.last < last)
        .map(({ holder, field, last: until }) => ({
          ...(field ? { field } : {}),
          seen: (until === undefined ? missing : ends)(holder),
        })),
      ...barred.map(({ field, why }) => ({ field, seen: why })),
    ];
  },
});
