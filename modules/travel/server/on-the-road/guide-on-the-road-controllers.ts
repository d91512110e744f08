import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { write } from '#server/write/write-pipeline.ts';
import { assignedGuide } from '../../contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { answerGuideRatingLinkAsQrCode } from '../rating/send-guide-rating-links-and-receive-ratings.ts';
import { checkInCall, headcountCall } from './check-in-and-headcount-calls.ts';
import { guideRequestsItineraryChangeCall } from './guide-requests-itinerary-change-from-agency-call.ts';
import { sosCall } from './make-and-acknowledge-sos-emergency-call.ts';
import { readTeamOfCallingGuide, type TeamCall, teamInput } from './read-team-time-and-position-of-guide-call.ts';
import { teamsOfGuideCall } from './teams-of-guide-call.ts';

const texts = {
  state: text(
    '当前状态不允许该操作：团队“已确认”而尚未出团时，才能确认带团',
    'Not allowed in the current status: a guide confirms a team that is “Confirmed” and has not departed',
  ),
  done: text('操作成功', 'Operation successful'),
};

/** Moves a team of the guide by the ordinary rules of its life cycle. */
async function moveOwn(
  made: TeamCall,
  move: 'depart' | 'finish',
  input: Record<string, unknown>,
): Promise<Answer<null>> {
  const { engine, caller } = made;
  await engine.db.transaction(async (tx) => {
    const { id } = await readTeamOfCallingGuide(made, tx);
    await write(engine, itinerary, onBehalfOf(caller), { operation: 'move', move, id, input, unread: true }, tx);
  });
  return new Answer(null, texts.done[caller.locale]);
}

/** Confirms the assignment to a team that has not departed; repeating it changes nothing. */
async function confirmOwn(made: TeamCall): Promise<Answer<null>> {
  const { engine, caller } = made;
  await engine.db.transaction(async (tx) => {
    const { id, guide_id, status } = await readTeamOfCallingGuide(made, tx);
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

const ratingCode = call({
  gate: 'login',
  methods: ['POST'],
  title: text('导游-出示评价码', 'Guide: show rating code'),
  secret: true,
  summary: text('出示评价码：每个供一位游客评价一次', 'Show a rating code: each for one tourist, once'),
  limit: { perMinute: 30 },
  input: teamInput,
  answer: object({ address: string, picture: string }),
  run: (made) => answerGuideRatingLinkAsQrCode(made, made.input.itinerary_id),
});

const confirm = call({
  gate: 'login',
  methods: ['POST'],
  title: text('导游-确认带团', 'Guide: confirm assignment'),
  summary: text('导游确认带团', 'Guide confirms the assignment'),
  input: teamInput,
  answer: nothing,
  run: confirmOwn,
});

const depart = call({
  gate: 'login',
  methods: ['POST'],
  title: text('导游-出团', 'Guide: depart'),
  summary: text('导游出团', 'Guide departs with the team'),
  input: teamInput,
  answer: nothing,
  run: (made) => moveOwn(made, 'depart', {}),
});

const finish = call({
  gate: 'login',
  methods: ['POST'],
  title: text('导游-结束', 'Guide: end trip'),
  summary: text('导游结束行程', 'Guide ends the trip'),
  input: { ...teamInput, finish_note: field.textarea(text('结束说明', 'Closing remarks'), { max: 500 }) },
  answer: nothing,
  run: (made) => moveOwn(made, 'finish', { finish_note: made.input.finish_note }),
});

/** Calls of guides on the road, each for their own teams only. */
export const guideOnTheRoadControllers: readonly Controller[] = [
  {
    app: 'api',
    name: 'travel.road',
    actions: {
      teams: teamsOfGuideCall,
      checkIn: checkInCall,
      headcount: headcountCall,
      request: guideRequestsItineraryChangeCall,
      sos: sosCall,
      ratingCode,
      confirm,
      depart,
      finish,
    },
  },
];
