import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { text } from '#kernel/text/text.ts';

/** Categories of complaints by travellers and audiences (domain reference Appendix D). */
export const complaintCategories = optionList({
  name: 'complaint/category',
  label: text('投诉类别', 'Complaint categories'),
  initial: {
    contract: text('合同签订与履行', 'Contract conclusion and performance'),
    itinerary_change: text('行程变更', 'Itinerary change'),
    forced_shopping: text('强迫或诱导购物', 'Forced or induced shopping'),
    optional_items: text('自费项目', 'Optional paid activities'),
    service: text('服务质量', 'Service quality'),
    guide: text('导游领队', 'Guide or tour leader'),
    transport: text('交通', 'Transport'),
    accommodation: text('住宿', 'Accommodation'),
    catering: text('餐饮', 'Meals'),
    ticket: text('景区门票与预约', 'Scenic area tickets and booking'),
    refund: text('退费退款', 'Refunds'),
    false_publicity: text('虚假宣传', 'False advertising'),
    low_price: text('低价游', 'Unreasonably low-priced tours'),
    injury: text('人身伤害', 'Personal injury'),
    property: text('财物损失', 'Property loss'),
    performance: text('演出票务', 'Performance tickets'),
    entertainment: text('上网与娱乐消费', 'Internet café and entertainment'),
    training: text('文化培训与考级', 'Cultural training and grading'),
    other: text('其他', 'Other'),
  },
  system: ['other'],
});

/** Reasons for not accepting a complaint. */
export const complaintRefusals = optionList({
  name: 'complaint/refuse_reason',
  label: text('投诉不予受理理由', 'Reasons for not accepting complaints'),
  initial: {
    elsewhere: text('已被法院、仲裁机构或其他机关受理', 'Accepted by a court, arbitration or another authority'),
    settled: text('已处理且无新情况、新理由', 'Already handled, no new facts or grounds'),
    no_duty: text('不属于职责范围', "Outside the authority's remit"),
    no_jurisdiction: text('无管辖权（转办）', 'No jurisdiction (referred)'),
    too_late: text('超过九十日', 'More than ninety days'),
    unfit: text('不符合投诉条件', 'Does not meet complaint conditions'),
    no_respondent: text('无明确的被投诉人', 'No identifiable respondent'),
    other: text('其他', 'Other'),
  },
  system: ['too_late', 'no_jurisdiction', 'other'],
});

/** Levels of public opinion risk; from orange on the duty officer is called. */
export const opinionLevels = optionList({
  name: 'opinion/level',
  label: text('舆情等级', 'Public opinion levels'),
  initial: {
    blue: { ...text('蓝', 'Blue'), tone: 'neutral' },
    yellow: { ...text('黄', 'Yellow'), tone: 'progress' },
    orange: { ...text('橙', 'Orange'), tone: 'warning' },
    red: { ...text('红', 'Red'), tone: 'bad' },
  },
  system: ['blue', 'yellow', 'orange', 'red'],
});

export const sentiments = optionList({
  name: 'opinion/sentiment',
  label: text('舆情倾向', 'Sentiment'),
  initial: {
    positive: { ...text('正面', 'Positive'), tone: 'good' },
    neutral: { ...text('中性', 'Neutral'), tone: 'neutral' },
    negative: { ...text('负面', 'Negative'), tone: 'bad' },
  },
  system: ['positive', 'neutral', 'negative'],
});
