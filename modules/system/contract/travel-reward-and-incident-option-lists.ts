import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { text } from '#kernel/text/text.ts';

/** Reasons for changing a filed itinerary (domain reference Appendix D). */
export const itineraryChanges = optionList({
  name: 'travel/itinerary_change_reason',
  label: text('行程变更理由', 'Reasons for itinerary changes'),
  initial: {
    weather: text('天气', 'Weather'),
    traffic: text('交通', 'Traffic'),
    spot_closed: text('景区关闭', 'Scenic area closed'),
    tourist: text('游客要求', 'Requested by tourists'),
    force_majeure: text('不可抗力', 'Force majeure'),
    vehicle: text('车辆故障', 'Vehicle breakdown'),
    staff: text('人员变动', 'Staff change'),
    correction: text('录入更正', 'Correction of entry'),
  },
});

/** Documents submitted with a reward application. */
export const rewardMaterials = optionList({
  name: 'travel/reward_material',
  label: text('奖励申报材料', 'Documents for reward applications'),
  initial: {
    form: text('申报表', 'Application form'),
    itinerary: text('行程单', 'Itinerary'),
    confirmation: text('确认书', 'Confirmation'),
    tourists: text('游客名单', 'Tourist list'),
    lodging: text('住宿发票或流水', 'Accommodation invoices or statements'),
    tickets: text('门票结算', 'Ticket settlement'),
    vehicle: text('车辆合同', 'Vehicle contract'),
    photos: text('现场照片', 'Site photos'),
    receipt: text('报备回执', 'Advance filing receipt'),
  },
});

/** Measures of a scenic spot that reaches its capacity. */
export const capacityMeasures = optionList({
  name: 'scenic/measure_capacity',
  label: text('承载量处置措施', 'Crowd control measures'),
  initial: {
    timed_booking: text('分时预约', 'Timed reservation'),
    gate_limit: text('入口限流', 'Entrance limit'),
    one_way: text('单向游线', 'One-way route'),
    stop_sale: text('暂停售票', 'Suspend ticket sales'),
    divert: text('分流', 'Divert visitors'),
    traffic: text('交通管控', 'Traffic control'),
    broadcast: text('广播公告', 'Public announcement'),
    report: text('报告政府', 'Report to government'),
  },
});

/** 突发事件应对法: kind and severity of an incident. */
export const incidentKinds = optionList({
  name: 'incident/kind',
  label: text('突发事件种类', 'Types of emergencies'),
  initial: {
    natural: text('自然灾害', 'Natural disaster'),
    accident: text('事故灾难', 'Accidents'),
    health: text('公共卫生', 'Public health event'),
    security: text('社会安全', 'Social security event'),
  },
  system: ['natural', 'accident', 'health', 'security'],
});

export const incidentLevels = optionList({
  name: 'incident/level',
  label: text('突发事件等级', 'Emergency levels'),
  initial: {
    extreme: { ...text('特别重大', 'Extraordinarily serious'), tone: 'bad' },
    grave: { ...text('重大', 'Serious'), tone: 'bad' },
    large: { ...text('较大', 'Relatively serious'), tone: 'warning' },
    ordinary: { ...text('一般', 'Ordinary'), tone: 'neutral' },
  },
  system: ['extreme', 'grave', 'large', 'ordinary'],
});

export const noticeLevels = optionList({
  name: 'incident/notice_level',
  label: text('预警等级', 'Alert levels'),
  initial: {
    red: { ...text('红', 'Red'), tone: 'bad' },
    orange: { ...text('橙', 'Orange'), tone: 'warning' },
    yellow: { ...text('黄', 'Yellow'), tone: 'progress' },
    blue: { ...text('蓝', 'Blue'), tone: 'neutral' },
  },
  system: ['red', 'orange', 'yellow', 'blue'],
});
