import { text } from '#kernel/text.ts';
import { words } from '#kernel/words.ts';

/** Why an itinerary on record is changed (domain reference Appendix D). */
export const itineraryChanges = words({
  name: 'travel/itinerary_change_reason',
  label: text('行程变更理由', 'Why itineraries change'),
  initial: {
    weather: text('天气', 'Weather'),
    traffic: text('交通', 'Traffic'),
    spot_closed: text('景区关闭', 'Scenic spot closed'),
    tourist: text('游客要求', 'Asked for by tourists'),
    force_majeure: text('不可抗力', 'Force majeure'),
    vehicle: text('车辆故障', 'Vehicle breakdown'),
    staff: text('人员变动', 'Change of staff'),
    correction: text('录入更正', 'Correction of an entry'),
  },
});

/** What is handed in with an application for a reward. */
export const rewardMaterials = words({
  name: 'travel/reward_material',
  label: text('奖励申报材料', 'Material for rewards'),
  initial: {
    form: text('申报表', 'Application form'),
    itinerary: text('行程单', 'Itinerary'),
    confirmation: text('确认书', 'Confirmation'),
    tourists: text('游客名单', 'List of tourists'),
    lodging: text('住宿发票或流水', 'Lodging invoices or statements'),
    tickets: text('门票结算', 'Settlement of tickets'),
    vehicle: text('车辆合同', 'Vehicle contract'),
    photos: text('现场照片', 'Photos on the spot'),
    receipt: text('报备回执', 'Receipt of the filing'),
  },
});

/** What a scenic spot does when it fills up. */
export const capacityMeasures = words({
  name: 'scenic/measure_capacity',
  label: text('承载量处置措施', 'Measures against crowding'),
  initial: {
    timed_booking: text('分时预约', 'Timed booking'),
    gate_limit: text('入口限流', 'Limit at the entrance'),
    one_way: text('单向游线', 'One-way route'),
    stop_sale: text('暂停售票', 'Sale of tickets stopped'),
    divert: text('分流', 'Visitors diverted'),
    traffic: text('交通管控', 'Traffic control'),
    broadcast: text('广播公告', 'Announcements'),
    report: text('报告政府', 'Reported to the government'),
  },
});

/** 突发事件应对法: what sort of thing happened, and how grave it is. */
export const incidentKinds = words({
  name: 'incident/kind',
  label: text('突发事件种类', 'Kinds of incidents'),
  initial: {
    natural: text('自然灾害', 'Natural disaster'),
    accident: text('事故灾难', 'Accident'),
    health: text('公共卫生', 'Public health'),
    security: text('社会安全', 'Public security'),
  },
  system: ['natural', 'accident', 'health', 'security'],
});

export const incidentLevels = words({
  name: 'incident/level',
  label: text('突发事件等级', 'Levels of incidents'),
  initial: {
    extreme: { ...text('特别重大', 'Extremely grave'), tone: 'bad' },
    grave: { ...text('重大', 'Grave'), tone: 'bad' },
    large: { ...text('较大', 'Major'), tone: 'warning' },
    ordinary: { ...text('一般', 'Ordinary'), tone: 'neutral' },
  },
  system: ['extreme', 'grave', 'large', 'ordinary'],
});

export const noticeLevels = words({
  name: 'incident/notice_level',
  label: text('预警等级', 'Levels of warnings'),
  initial: {
    red: { ...text('红', 'Red'), tone: 'bad' },
    orange: { ...text('橙', 'Orange'), tone: 'warning' },
    yellow: { ...text('黄', 'Yellow'), tone: 'progress' },
    blue: { ...text('蓝', 'Blue'), tone: 'neutral' },
  },
  system: ['red', 'orange', 'yellow', 'blue'],
});
