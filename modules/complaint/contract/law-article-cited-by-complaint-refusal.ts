import { type Text, text } from '#kernel/text/text.ts';
import { complaintRuleOn, type complaintRules } from './complaint-select-options-applicable-rule-and-limits.ts';

/** Items of Art. 9 of the rule of 2010, and where it says more, by the grounds of `complaintRefusals`. */
const itemsOf2010 = {
  elsewhere: text('第九条第一款第（一）项', 'Art. 9(1) item 1'),
  settled: text('第九条第一款第（二）项', 'Art. 9(1) item 2'),
  no_duty: text('第九条第一款第（三）项', 'Art. 9(1) item 3'),
  no_jurisdiction: text('第九条第一款第（三）项、第二款', 'Art. 9(1) item 3 and (2)'),
  too_late: text('第九条第一款第（四）项', 'Art. 9(1) item 4'),
  unfit: text('第九条第一款第（五）项、第十条', 'Art. 9(1) item 5 and Art. 10'),
  no_respondent: text('第九条第一款第（五）项、第十条第（二）项', 'Art. 9(1) item 5 and Art. 10 item 2'),
  other: text('第九条第一款第（六）项', 'Art. 9(1) item 6'),
} as const;

const rules: Readonly<Record<keyof typeof complaintRules, Text>> = {
  '2010': text('《旅游投诉处理办法》（2010年，国家旅游局令第32号）', 'Rule of 2010 on tourism complaints'),
  '2026': text(
    '《旅游投诉处理办法》（2026年，文化和旅游部令第14号）关于不予受理的规定',
    'Rule of 2026 on tourism complaints, provisions on not accepting',
  ),
};

/**
 * The provision on which a refusal on this ground rests, by the rule in force on the day of filing (`YYYY-MM-DD`). A
 * ground that the office added itself cites the rule alone.
 */
export function lawArticleCitedByComplaintRefusal(refusal: string, filedOn: string): Text {
  const version = complaintRuleOn(filedOn);
  const rule = rules[version];
  const item = version === '2010' ? itemsOf2010[refusal as keyof typeof itemsOf2010] : undefined;
  return item ? text(`${rule['zh-cn']}${item['zh-cn']}`, `${rule.en}, ${item.en}`) : rule;
}
