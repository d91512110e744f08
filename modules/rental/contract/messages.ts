import { messageTemplate } from '#kernel/message-template.ts';
import { text } from '#kernel/text.ts';

const agency = { ...text('旅行社', 'Agency'), sample: '昆明某旅行社' };
const firm = { ...text('客运企业', 'Coach firm'), sample: '云南某旅游客运公司' };
const route = { ...text('用车线路', 'Route'), sample: '昆明—大理—丽江' };
const from = { ...text('用车开始', 'From'), sample: '2026-12-01 08:00' };
const people = { ...text('乘车人数', 'People'), sample: '40' };
const price = { ...text('报价', 'Price'), sample: '9800.00' };
const plate = { ...text('车牌号', 'Plate'), sample: '云A12345' };
const driver = { ...text('驾驶员', 'Driver'), sample: '李建国' };
const reason = { ...text('理由', 'Reason'), sample: '团队取消出行' };

export const coachAsked = messageTemplate({
  code: 'coach_asked',
  inbox: 'todo',
  label: text('收到用车询价', 'Asked for a coach'),
  words: text(
    '{agency}询价：{route}，{from} 出发，{people} 人。请报价，不能承接的请回绝。',
    '{agency} asks for {route} from {from}, {people} people. Please quote, or decline.',
  ),
  places: { agency, route, from, people },
});

export const coachQuoted = messageTemplate({
  code: 'coach_quoted',
  inbox: 'todo',
  label: text('收到用车报价', 'A firm has quoted'),
  words: text(
    '{firm}对 {route} 报价 {price} 元，车辆 {plate}。',
    '{firm} quotes CNY {price} for {route}, with {plate}.',
  ),
  places: { firm, route, price, plate },
});

export const coachDeclined = messageTemplate({
  code: 'coach_declined',
  inbox: 'system',
  label: text('客运企业不能承接', 'A firm declines'),
  words: text('{firm}不能承接 {route}，理由：{reason}。', '{firm} cannot take {route}: {reason}.'),
  places: { firm, route, reason },
});

export const quoteAccepted = messageTemplate({
  code: 'quote_accepted',
  inbox: 'todo',
  label: text('报价已被接受', 'Quote accepted'),
  words: text(
    '{agency}接受了 {route}（{from} 出发）的报价，请派车。',
    '{agency} accepts the quote for {route} from {from}. Please send the coach.',
  ),
  places: { agency, route, from },
});

export const coachSent = messageTemplate({
  code: 'coach_sent',
  inbox: 'system',
  label: text('客运企业已派车', 'The coach is arranged'),
  words: text(
    '{firm}已为 {route}（{from} 出发）派车：{plate}，驾驶员 {driver}。填写了团号的，已写入未提交的行程单。',
    '{firm} sends {plate} with {driver} for {route} from {from}. A team that is not handed in yet, whose number was told, has them already.',
  ),
  places: { firm, route, from, plate, driver },
});

export const hireEnded = messageTemplate({
  code: 'hire_ended',
  inbox: 'todo',
  label: text('用车订单已取消', 'The hire is cancelled'),
  words: text(
    '{route}（{from} 出发）的用车订单已取消，理由：{reason}。',
    'The hire for {route} from {from} is cancelled: {reason}.',
  ),
  places: { route, from, reason },
});

export const demandEnded = messageTemplate({
  code: 'demand_ended',
  inbox: 'todo',
  label: text('用车需求已被取消', 'A demand was cancelled'),
  words: text(
    '主管部门取消了 {route}（{from} 出发）的用车需求，理由：{reason}。尚未发车的订单一并取消。',
    'The authority cancelled the demand for {route} from {from}: {reason}. Orders that had not set out are cancelled with it.',
  ),
  places: { route, from, reason },
});
