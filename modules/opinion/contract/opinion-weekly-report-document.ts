import { field } from '#kernel/field/field.ts';
import { declareDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';

/** The report on public opinion of a week (舆情周报), issued in Word and PDF like every document of the office. */
export const opinionWeeklyReportDocument = declareDocument({
  name: 'opinion/weeklyReport',
  label: text('舆情周报', 'Weekly report on public opinion'),
  fields: {
    reader: field.text(text('报送', 'Submitted to'), { required: true, max: 100 }),
    period: field.text(text('周期', 'Period'), { required: true, max: 60 }),
    figures: field.textarea(text('总体情况', 'Figures'), { required: true, max: 4000 }),
    topics: field.textarea(text('重点话题', 'Main topics'), { required: true, max: 8000 }),
    alerts: field.textarea(text('预警与处置', 'Alerts and how they were handled'), { required: true, max: 8000 }),
    hot_terms: field.textarea(text('热词', 'Hot words'), { max: 2000 }),
    advice: field.textarea(text('研判建议', 'Assessment'), { max: 4000 }),
  },
  party: 'reader',
  addressed: false,
  number: '{authority}舆周〔{yyyy}〕{seq}号',
  signatures: { editor: text('编辑', 'Edited by'), approver: text('审签', 'Approved by') },
});
