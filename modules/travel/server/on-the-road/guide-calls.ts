import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { truncateText } from '#server/http/truncate-text.ts';
import { integer, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { write } from '#server/write/pipeline.ts';
import { changeRows } from '#server/write/row-set/change-rows.ts';
import { itinerary } from '../../contract/itinerary/itinerary.ts';
import { assignedGuide } from '../../contract/itinerary/itinerary-rows.ts';
import { makeRatingCode } from '../rating/rating-link.ts';
import { checkIn, countHeads } from './check-in-and-headcount.ts';
import { readOwnTeam } from './guide-input.ts';
import { requestChange } from './request-change.ts';
import { callForHelp } from './sos.ts';
import { readTeamsOfGuide } from './teams-of-guide.ts';

const texts = {
  checkIn: text('导游-到站签到', 'Guide: check in at stop'),
  headcount: text('导游-清点人数', 'Guide: headcount'),
  request: text('导游-申请变更', 'Guide: request change'),
  sos: text('导游-紧急求助', 'Guide: emergency call'),
  confirm: text('导游-确认带团', 'Guide: confirm assignment'),
  depart: text('导游-出团', 'Guide: depart'),
  finish: text('导游-结束', 'Guide: end trip'),
  rate: text('导游-出示评价码', 'Guide: show rating code'),
  state: text(
    '当前状态不允许该操作：团队“已确认”而尚未出团时，才能确认带团',
    'Not allowed in the current status: a guide confirms a team that is “Confirmed” and has not departed',
  ),
  done: text('操作成功', 'Operation successful'),
};

/** Moves a team of the guide by the ordinary rules of its life cycle. */
async function moveOwn(call: Call, move: 'depart' | 'finish', input: Record<string, unknown>): Promise<Answer> {
  const { engine, caller } = call;
  await engine.db.transaction(async (tx) => {
    const { id } = await readOwnTeam(call, tx);
    await write(engine, itinerary, onBehalfOf(caller), { operation: 'move', move, id, input, unread: true }, tx);
  });
  return new Answer(null, texts.done[caller.locale]);
}

/** Confirms the assignment to a team that has not departed; repeating it changes nothing. */
async function confirmOwn(call: Call): Promise<Answer> {
  const { engine, caller } = call;
  await engine.db.transaction(async (tx) => {
    const { id, guide_id, status } = await readOwnTeam(call, tx);
    if (status !== 'confirmed') throw new Refused(texts.state, { data: { reason: 'not_ready', status } });
    await changeRows(
      engine,
      assignedGuide,
      onBehalfOf(caller),
      {
        where: sql`t.itinerary_id = ${id} and t.guide_id = ${guide_id} and t.confirmed_at is null`,
        set: { confirmed_at: sql`now()` },
      },
      tx,
    );
  });
  return new Answer(null, texts.done[caller.locale]);
}

const post = { gate: 'login', methods: ['POST'] } as const;

/** Calls of guides on the road, each for their own teams only. */
export const guideOnRoadControllers: readonly Controller[] = [
  {
    app: 'api',
    name: 'travel.road',
    actions: {
      teams: { gate: 'login', handle: readTeamsOfGuide },
      checkIn: { ...post, title: texts.checkIn, handle: checkIn },
      headcount: { ...post, title: texts.headcount, handle: countHeads },
      request: { ...post, title: texts.request, perMinute: 20, handle: requestChange },
      sos: { ...post, title: texts.sos, perMinute: 20, handle: callForHelp },
      ratingCode: { ...post, title: texts.rate, secret: true, perMinute: 30, handle: makeRatingCode },
      confirm: { ...post, title: texts.confirm, handle: confirmOwn },
      depart: { ...post, title: texts.depart, handle: (call) => moveOwn(call, 'depart', {}) },
      finish: {
        ...post,
        title: texts.finish,
        handle: (call) => moveOwn(call, 'finish', { finish_note: truncateText(call.body.finish_note, 500) || null }),
      },
    },
  },
];

const team = { itinerary_id: field.integer(text('行程编号', 'Itinerary ID'), { required: true, min: 1 }) };
const made = {
  ...team,
  made_at: field.integer(text('发生时间（秒）；不填为此刻', 'Time it happened (seconds); now if omitted'), {}),
  place: field.place(text('所在位置', 'Location'), {}),
};
const reason = field.textarea(text('说明', 'Explanation'), { max: 500 });

export const guideOnRoadCalls: CallDescriptions = {
  'api/travel.road/teams': {
    summary: text('导游本人的团队：今日与今后', 'The guide’s own teams, today and upcoming'),
    data: object({
      guide: { type: ['object', 'null'] },
      teams: list({ type: 'object' }),
      hotline: string,
      sos: { type: ['object', 'null'] },
    }),
  },
  'api/travel.road/checkIn': {
    summary: text('到站签到：500 米以内，否则说明原因', 'Check in at a stop: within 500 m, otherwise give a reason'),
    body: { ...made, stop_id: field.integer(text('站点', 'Stop'), { required: true, min: 1 }), reason },
    data: object({ distance: { type: ['integer', 'null'] } }),
  },
  'api/travel.road/headcount': {
    summary: text('清点人数：与名单不符须说明', 'Headcount: give a reason if it differs from the list'),
    body: { ...made, people: field.integer(text('人数', 'People'), { required: true, min: 0 }), reason },
    data: object({ people: integer }),
  },
  'api/travel.road/request': {
    summary: text('向旅行社申请变更行程', 'Request an itinerary change from the agency'),
    body: {
      ...made,
      kind: field.text(text('leave_out、add 或 time', 'leave_out, add or time'), { required: true }),
      stop_id: field.integer(text('站点', 'Stop'), {}),
      stop_name: field.text(text('新增站点', 'Stop to add'), { max: 100 }),
      arrive: field.text(text('时间，如 14:30', 'Time, e.g. 14:30'), {}),
      reason: field.textarea(text('理由', 'Reason'), { required: true, max: 500 }),
    },
    data: nothing,
  },
  'api/travel.road/sos': {
    summary: text('紧急求助：立即告知值班室', 'Emergency call: the duty room is notified at once'),
    body: made,
    data: object({ id: key }),
  },
  'api/travel.road/ratingCode': {
    summary: text('出示评价码：每个供一位游客评价一次', 'Show a rating code: each for one tourist, once'),
    body: team,
    data: object({ address: string, picture: string }),
  },
  'api/travel.road/confirm': {
    summary: text('导游确认带团', 'Guide confirms the assignment'),
    body: team,
    data: nothing,
  },
  'api/travel.road/depart': { summary: text('导游出团', 'Guide departs with the team'), body: team, data: nothing },
  'api/travel.road/finish': {
    summary: text('导游结束行程', 'Guide ends the trip'),
    body: { ...team, finish_note: field.textarea(text('结束说明', 'Closing remarks'), { max: 500 }) },
    data: nothing,
  },
};
