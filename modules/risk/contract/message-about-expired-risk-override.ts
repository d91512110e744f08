import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

export const riskOverrideExpiredMessage = messageTemplate({
  code: 'risk_override_expired',
  inbox: 'system',
  label: text('风险等级调整到期', 'Risk class override expired'),
  text: text(
    '您对{name}的风险等级调整已到期，现按评分为 {risk_class} 级（{score} 分）。',
    'Your override of the risk class of {name} has expired. By its score of {score} it is now in class {risk_class}.',
  ),
  places: {
    name: { ...text('企业', 'Enterprise'), sample: '昆明某旅行社' },
    risk_class: { ...text('等级', 'Class'), sample: 'B' },
    score: { ...text('评分', 'Score'), sample: '38' },
  },
});
