import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';

/** I11: filed later than so many hours before departure; graver after departure. */
export const teamFiledTooLate = declareAnomalyRule({
  code: 'I11',
  severity: '1',
  action: 'log',
  article: text('一团一报（本地规定）', 'One filing per team (local rule)'),
  parameters: { lead_hours: 12, one_day_hours: 2 },
  find({ from, filed_at, kind }, { lead_hours, one_day_hours }) {
    const lead = kind === 'one_day' ? one_day_hours : lead_hours;
    const ahead = Math.floor((from - filed_at) / 360) / 10;
    if (from - filed_at >= lead * 3600) return [];
    return from < filed_at
      ? [
          {
            severity: '2',
            seen: textInAnyLocale(text('出发 {n} 小时后补报', 'Filed {n} h after departure'), { n: -ahead }),
          },
        ]
      : [
          {
            seen: textInAnyLocale(
              text('出发前 {n} 小时提交，应提前 {lead} 小时', 'Submitted {n} h before departure; {lead} h required'),
              { n: ahead, lead },
            ),
          },
        ];
  },
});
