import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, object, orNull } from '#server/open-api/json-schema-shorthands.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { write } from '#server/write/write-pipeline.ts';
import { itineraryStop } from '../../contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { judgeCheckInDistance } from '../../contract/on-the-road/check-in-distance.ts';
import { checkInOrHeadcount } from '../../contract/on-the-road/guide-check-in-or-headcount-record.ts';
import {
  devicePlace,
  phoneInput,
  readPhoneMoment,
  readPhonePosition,
  readTeamOfCallingGuide,
  reasonField,
  refusalAtField,
  refuseUnlessTeamOnTheRoad,
  teamInput,
} from './read-team-time-and-position-of-guide-call.ts';

const texts = {
  arrived: text('已签到', 'Checked in'),
  already: text('该站点已签到', 'Already checked in at this stop'),
  counted: text('人数已记录', 'Headcount recorded'),
  differs: text(
    '与名单 {expected} 人不符，请说明原因',
    'The list has {expected} {expected|person|people}. Explain the difference',
  ),
} as const;

interface Stop {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly day_no: number;
  readonly lng: number | null;
  readonly lat: number | null;
}

/**
 * `POST checkIn`: check-in at a stop, within 500 m or with a reason (domain reference, Appendix G). A stop without a
 * place has no fence.
 */
export const checkInCall = call({
  gate: 'login',
  methods: ['POST'],
  title: text('导游-到站签到', 'Guide: check in at stop'),
  summary: text('到站签到：500 米以内，否则说明原因', 'Check in at a stop: within 500 m, otherwise give a reason'),
  input: {
    ...teamInput,
    stop_id: field.integer(text('站点', 'Stop'), { required: true, min: 1 }),
    reason: reasonField,
  },
  checkedInRun: phoneInput,
  answer: object({ distance: orNull(integer) }),
  async run(made) {
    const { engine, caller, input } = made;
    const acting = onBehalfOf(caller);
    const distance = await engine.db.transaction(async (tx) => {
      const team = await readTeamOfCallingGuide(made, tx);
      const moment = readPhoneMoment(made);
      refuseUnlessTeamOnTheRoad(team, moment);
      const stop =
        await tx.row<Stop>(sql`select id, name, day_no, place[0] as lng, place[1] as lat from travel_itinerary_stop
        where id = ${input.stop_id} and itinerary_id = ${team.id}`);
      if (!stop) throw notFound();
      const where = readPhonePosition(made);
      const { distance: far, fault } = judgeCheckInDistance(
        stop.lng !== null && stop.lat !== null ? { lng: stop.lng, lat: stop.lat } : null,
        where,
      );
      if (!input.reason && fault) throw refusalAtField('reason', fault, made, { distance: far });
      // of two check-ins at once, one finds it done
      const [done] = await changeRows(
        engine,
        itineraryStop,
        acting,
        { where: sql`t.id = ${stop.id} and t.actual_arrive is null`, set: { actual_arrive: moment.made_at } },
        tx,
      );
      if (done === undefined) throw new Refused(texts.already, { data: { reason: 'duplicate' } });
      const set = {
        itinerary_id: team.id,
        guide_id: team.guide_id,
        team_no: team.team_no,
        kind: 'arrive',
        ...moment,
        stop_id: stop.id,
        stop_name: stop.name,
        distance: far,
        reason: input.reason,
        place: devicePlace(where),
      };
      await write(engine, checkInOrHeadcount, acting, { operation: 'add', input: {}, set, unread: true }, tx);
      return far;
    });
    return new Answer({ distance }, texts.arrived[caller.locale]);
  },
});

/** `POST headcount`: counts people; a number that differs from the list needs a reason. */
export const headcountCall = call({
  gate: 'login',
  methods: ['POST'],
  title: text('导游-清点人数', 'Guide: headcount'),
  summary: text('清点人数：与名单不符须说明', 'Headcount: give a reason if it differs from the list'),
  input: {
    ...teamInput,
    people: field.integer(text('人数', 'People'), { required: true, min: 0, max: 5000 }),
    reason: reasonField,
  },
  checkedInRun: phoneInput,
  answer: object({ people: integer }),
  async run(made) {
    const { engine, caller } = made;
    const { people, reason } = made.input;
    await engine.db.transaction(async (tx) => {
      const team = await readTeamOfCallingGuide(made, tx);
      const moment = readPhoneMoment(made);
      refuseUnlessTeamOnTheRoad(team, moment);
      if (people !== team.people && !reason)
        throw refusalAtField('reason', texts.differs, made, { expected: team.people });
      const set = {
        itinerary_id: team.id,
        guide_id: team.guide_id,
        team_no: team.team_no,
        kind: 'headcount',
        ...moment,
        people,
        expected: team.people,
        reason,
        place: devicePlace(readPhonePosition(made)),
      };
      await write(
        engine,
        checkInOrHeadcount,
        onBehalfOf(caller),
        { operation: 'add', input: {}, set, unread: true },
        tx,
      );
    });
    return new Answer({ people }, texts.counted[caller.locale]);
  },
});
