import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const team_no = { ...text('团号', 'Team number'), sample: 'T530126112700001', needed: true } as const;
/** Optional: an edited template may leave it out. */
const route = { ...text('线路', 'Route'), sample: '昆明—大理三日游' } as const;
const day = { ...text('出发日期', 'Departure date'), sample: '2026-11-27' } as const;
const people = { ...text('人数', 'People'), sample: '32' } as const;
const agency = { ...text('组团社', 'Organising agency'), sample: '昆明某旅行社' } as const;
const start = { ...text('出发时间', 'Departs'), sample: '2026-11-27 08:00', needed: true } as const;
const guide = { ...text('导游', 'Guide'), sample: '王芳' } as const;
const mobile = { ...text('电话', 'Telephone'), sample: '13888001111', needed: true } as const;
const place = { ...text('位置', 'Location'), sample: '100.2650, 25.6060' } as const;
const reason = { ...text('理由', 'Reason'), sample: '车辆保险在行程期间到期', needed: true } as const;
const name = { ...text('产品', 'Product'), sample: '昆明大理丽江三日游' } as const;
const code = { ...text('产品编号', 'Product code'), sample: 'XL2600001', needed: true } as const;

/** To the organising agency and the local operator (domain reference, Appendix E). */
export const teamConfirmed = messageTemplate({
  code: 'team_confirmed',
  inbox: 'system',
  label: text('团队已确认', 'Team confirmed'),
  text: text(
    '{agency}的“{route}”团队（{start} 出发，团号 {team_no}）已确认。',
    '“{route}” of {agency}, departing {start} (team {team_no}), is confirmed.',
  ),
  places: { team_no, route, agency, start },
});

/** To guides and drivers: when to be there, and the team code (domain reference, Appendix E). */
export const crewAssigned = messageTemplate({
  code: 'team_called',
  label: text('带团出车提醒', 'Team assignment'),
  text: text(
    '{name}，您已列入{agency}的“{route}”团队（{people} 人，团号 {team_no}），{start} 集合，请携带证件接受核验。团队二维码：{link}',
    '{name}, you are assigned to “{route}” of {agency} ({people} {people|person|people}, team {team_no}). Meet at {start} and bring your ID and certificates. Team code: {link}',
  ),
  places: {
    name: { ...text('姓名', 'Name'), sample: '李华' },
    team_no,
    route,
    people,
    agency,
    start,
    link: { ...text('团队码链接', 'Link to team code'), sample: 'https://example.gov.cn/team/1t.AbCdEf' },
  },
});

/** To a coach operator: a team requests a vehicle and is not confirmed before the operator agrees. */
export const coachRequested = messageTemplate({
  code: 'team_coach_asked',
  inbox: 'todo',
  label: text('团队用车待确认', 'Coach request to confirm'),
  text: text(
    '{agency}的“{route}”团队（{start} 用车，{people} 人，团号 {team_no}）申请使用车辆 {plate}。请确认派车。',
    '{agency} requests {plate} for “{route}”, {people} {people|person|people}, from {start} (team {team_no}). Please confirm the dispatch.',
  ),
  places: {
    team_no,
    route,
    agency,
    start,
    plate: { ...text('车牌', 'Plate'), sample: '云A12345', needed: true },
    people,
  },
});

/** To the agency of a team on the road: the operator declines the coach that a change requested. */
export const coachDeclined = messageTemplate({
  code: 'team_coach_declined',
  inbox: 'todo',
  label: text('车企不能派车', 'Coach request declined'),
  text: text(
    '“{route}”团队（{day} 出发，团号 {team_no}）行程中变更的用车 {plate}，车企不能派车，理由：{reason}。请立即另行安排车辆并变更行程。',
    'The coach operator cannot send {plate} for “{route}”, which left on {day} and is already travelling (team {team_no}). Reason: {reason}. Arrange another vehicle and change the itinerary at once.',
  ),
  places: { team_no, route, day, plate: { ...text('车牌', 'Plate'), sample: '云A12345', needed: true }, reason },
});

export const teamReturned = messageTemplate({
  code: 'team_returned',
  inbox: 'todo',
  label: text('团队行程退回', 'Itinerary returned'),
  text: text(
    '“{route}”团队（{day} 出发，团号 {team_no}）的行程被退回，理由：{reason}。请更正后重新提交。',
    'The itinerary “{route}”, departing {day} (team {team_no}), was returned. Reason: {reason}. Please correct it and submit again.',
  ),
  places: { team_no, route, day, reason },
});

export const teamTerminated = messageTemplate({
  code: 'team_terminated',
  inbox: 'todo',
  label: text('团队行程终止', 'Team terminated'),
  text: text(
    '“{route}”团队（{day} 出发，团号 {team_no}）的行程已被终止，事件编号 {incident_no}，理由：{reason}。请立即安置游客并联系主管部门。',
    'The tour “{route}”, departing {day} (team {team_no}), was terminated; incident {incident_no}. Reason: {reason}. Look after the tourists at once and contact the authority.',
  ),
  places: {
    team_no,
    route,
    day,
    incident_no: { ...text('事件编号', 'Incident number'), sample: 'SJ20261127001', needed: true },
    reason,
  },
});

export const productPassed = messageTemplate({
  code: 'product_passed',
  inbox: 'system',
  label: text('线路产品通过审核', 'Product approved'),
  text: text('产品{name}（{code}）已通过审核，可以上架。', 'Product {name} ({code}) was approved and may go on sale.'),
  places: { name, code },
});

export const productRefused = messageTemplate({
  code: 'product_refused',
  inbox: 'todo',
  label: text('线路产品未通过审核', 'Product not approved'),
  text: text(
    '产品{name}（{code}）未通过审核，理由：{reason}。请更正后重新提交。',
    'Product {name} ({code}) was not approved. Reason: {reason}. Please correct it and submit again.',
  ),
  places: { name, code, reason },
});

export const productSuspended = messageTemplate({
  code: 'product_suspended',
  inbox: 'todo',
  label: text('线路产品暂停销售', 'Product suspended'),
  text: text(
    '产品{name}（{code}）被暂停销售，理由：{reason}。',
    'Sale of product {name} ({code}) was suspended. Reason: {reason}.',
  ),
  places: { name, code, reason },
});

/** To officers on duty where the team is: a guide calls for help (domain reference, Appendix E). */
export const sosRaised = messageTemplate({
  code: 'sos_raised',
  urgency: 'alert',
  inbox: 'todo',
  label: text('紧急求助', 'Emergency call from a guide'),
  text: text(
    '“{route}”团队（{day} 出发，{people} 人，团号 {team_no}）导游{guide}发出紧急求助，电话 {mobile}，位置 {place}。请立即处置。',
    'Emergency call from guide {guide} of “{route}”, departing {day}, {people} {people|person|people} (team {team_no}). Phone {mobile}, location {place}. Please act at once.',
  ),
  places: { team_no, route, day, people, guide, mobile, place },
});

/** To the emergency contact of the team. */
export const sosNotified = messageTemplate({
  code: 'sos_told',
  urgency: 'alert',
  label: text('团队紧急求助告知', 'Emergency call from your team'),
  text: text(
    '您的“{route}”团队（{day} 出发，{people} 人，团号 {team_no}）导游{guide}已向主管部门发出紧急求助，电话 {mobile}，位置 {place}。请立即联系。',
    'Guide {guide} of your tour “{route}”, departing {day}, {people} {people|person|people} (team {team_no}), has made an emergency call to the authority. Phone {mobile}, location {place}. Please contact them at once.',
  ),
  places: { team_no, route, day, people, guide, mobile, place },
});

/** To a tourist after the trip, with a link of their own. */
export const ratingRequested = messageTemplate({
  code: 'team_rate',
  label: text('请游客评价', 'Rate your guide'),
  text: text(
    '您参加的“{route}”（{day} 出发，团号 {team_no}）已结束，请评价导游服务（15 日内有效，限一次）：{link}',
    'Your tour “{route}”, which left on {day} (team {team_no}), has ended. Please rate your guide (once, within 15 days): {link}',
  ),
  places: {
    team_no,
    route,
    day,
    link: { ...text('链接', 'Link'), sample: 'https://example.gov.cn/rate/AbCdEf', needed: true },
  },
});

/** To the agency: its guide requests a change on the road. */
export const changeRequested = messageTemplate({
  code: 'team_change_asked',
  inbox: 'todo',
  label: text('导游申请变更行程', 'Change request from a guide'),
  text: text(
    '“{route}”团队（{day} 出发，团号 {team_no}）的导游{guide}申请变更行程：{reason}。请尽快办理并答复。',
    'Guide {guide} of “{route}”, departing {day} (team {team_no}), requests a change: {reason}. Please handle it and reply soon.',
  ),
  places: { team_no, route, day, guide, reason },
});

/** To officers on duty where the team departs: a grave finding (domain reference, Appendix E). */
export const graveFindingFound = messageTemplate({
  code: 'team_grave',
  inbox: 'todo',
  label: text('团队严重异常', 'Critical finding on a team'),
  text: text(
    '“{route}”团队（{day} 出发，{people} 人，团号 {team_no}）发现 {n} 项严重异常，{rule}：{seen}。请核查。',
    '“{route}”, departing {day}, {people} {people|person|people} (team {team_no}): {n} critical {n|finding|findings}; {rule}: {seen}. Please review.',
  ),
  places: {
    team_no,
    route,
    day,
    people,
    n: { ...text('项数', 'Number of findings'), sample: '1' },
    rule: { ...text('规则', 'Rule'), sample: 'I02 导游、驾驶员时间冲突' },
    seen: { ...text('所见', 'Observed'), sample: '导游张** 同时在团 T530126112700002', needed: true },
  },
});

/** To officers who handled a team: it was changed after it was confirmed. */
export const teamChanged = messageTemplate({
  code: 'team_changed',
  inbox: 'system',
  label: text('团队行程变更', 'Itinerary changed'),
  text: text(
    '您关注的“{route}”团队（{day} 出发，团号 {team_no}）第 {n} 次变更：{note}。',
    'The tour “{route}”, departing {day} (team {team_no}), which you follow, was changed (change no. {n}): {note}.',
  ),
  places: {
    team_no,
    route,
    day,
    n: { ...text('第几次', 'Change number'), sample: '2' },
    note: { ...text('变更说明', 'Description of change'), sample: '更换车辆' },
  },
});

/** To the officers of a county, in the morning: how many coaches were found there overnight. */
export const unfiledCoachesFound = messageTemplate({
  code: 'coaches_unfiled',
  inbox: 'todo',
  label: text('疑似无团车辆', 'Suspected coaches without a team'),
  text: text(
    '辖区内新发现 {n} 辆次疑似无团旅游车辆，请核查。',
    '{n} new {n|sighting|sightings} of tour coaches without a filed team in your area. Please review.',
  ),
  places: { n: { ...text('辆次', 'Number of sightings'), sample: '3' } },
});
