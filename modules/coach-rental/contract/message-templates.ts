import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const agency = { ...text('旅行社', 'Agency'), sample: '昆明某旅行社' };
const firm = { ...text('客运企业', 'Coach operator'), sample: '云南某旅游客运公司' };
const route = { ...text('用车线路', 'Route'), sample: '昆明—大理—丽江' };
const from = { ...text('用车开始', 'Hire starts'), sample: '2026-12-01 08:00' };
const people = { ...text('乘车人数', 'Passengers'), sample: '40' };
const price = { ...text('报价', 'Quote'), sample: '9800.00' };
const plate = { ...text('车牌号', 'Plate'), sample: '云A12345' };
const driver = { ...text('驾驶员', 'Driver'), sample: '李建国' };
const reason = { ...text('理由', 'Reason'), sample: '团队取消出行' };

export const coachRequested = messageTemplate({
  code: 'coach_asked',
  inbox: 'todo',
  label: text('收到用车询价', 'Coach enquiry received'),
  text: text(
    '{agency}询价：{route}，{from} 出发，{people} 人。请报价，不能承接的请回绝。',
    '{agency} enquires: {route}, departing {from}, {people} {people|person|people}. Please quote, or decline if unable.',
  ),
  places: { agency, route, from, people },
});

export const coachQuoted = messageTemplate({
  code: 'coach_quoted',
  inbox: 'todo',
  label: text('收到用车报价', 'Quote received'),
  text: text(
    '{firm}对 {route} 报价 {price} 元，车辆 {plate}。',
    '{firm} quotes CNY {price} for {route}, vehicle {plate}.',
  ),
  places: { firm, route, price, plate },
});

export const coachDeclined = messageTemplate({
  code: 'coach_declined',
  inbox: 'system',
  label: text('客运企业不能承接', 'Coach operator declined'),
  text: text('{firm}不能承接 {route}，理由：{reason}。', '{firm} cannot take {route}. Reason: {reason}.'),
  places: { firm, route, reason },
});

export const quoteAccepted = messageTemplate({
  code: 'quote_accepted',
  inbox: 'todo',
  label: text('报价已被接受', 'Quote accepted'),
  text: text(
    '{agency}接受了 {route}（{from} 出发）的报价，请派车。',
    '{agency} accepted your quote for {route} (departing {from}). Please dispatch a coach.',
  ),
  places: { agency, route, from },
});

export const coachSent = messageTemplate({
  code: 'coach_sent',
  inbox: 'system',
  label: text('客运企业已派车', 'Coach dispatched'),
  text: text(
    '{firm}已为 {route}（{from} 出发）派车：{plate}，驾驶员 {driver}。填写了团号的，已写入未提交的行程单。',
    '{firm} dispatched {plate} with driver {driver} for {route} (departing {from}). If a team number was given, they have been entered in the unsubmitted itinerary.',
  ),
  places: { firm, route, from, plate, driver },
});

export const hireCancelled = messageTemplate({
  code: 'hire_ended',
  inbox: 'todo',
  label: text('用车订单已取消', 'Coach order cancelled'),
  text: text(
    '{route}（{from} 出发）的用车订单已取消，理由：{reason}。',
    'The coach order for {route} (departing {from}) was cancelled. Reason: {reason}.',
  ),
  places: { route, from, reason },
});

export const demandCancelled = messageTemplate({
  code: 'demand_ended',
  inbox: 'todo',
  label: text('用车需求已被取消', 'Coach enquiry cancelled'),
  text: text(
    '主管部门取消了 {route}（{from} 出发）的用车需求，理由：{reason}。尚未发车的订单一并取消。',
    'The authority cancelled the coach enquiry for {route} (departing {from}). Reason: {reason}. Orders not yet started are cancelled as well.',
  ),
  places: { route, from, reason },
});
