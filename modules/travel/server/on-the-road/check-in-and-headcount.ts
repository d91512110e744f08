import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { truncateText } from '#server/http/truncate-text.ts';
import { readKey } from '#server/read/row/row.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { write } from '#server/write/pipeline.ts';
import { changeRows } from '#server/write/row-set/change-rows.ts';
import { itineraryStop } from '../../contract/itinerary/itinerary-rows.ts';
import { judgeCheckInDistance } from '../../contract/on-the-road/check-in-distance.ts';
import { roadNote } from '../../contract/on-the-road/road-note.ts';
import { checkUnderWay, devicePlace, fieldRefusal, readMoment, readOwnTeam, readPosition } from './guide-input.ts';

const texts = {
  arrived: text('已签到', 'Checked in'),
  already: text('该站点已签到', 'Already checked in at this stop'),
  counted: text('人数已记录', 'Headcount recorded'),
  number: text('请输入 0 至 5000 的整数', 'Enter a whole number from 0 to 5000'),
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
export async function checkIn(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const acting = onBehalfOf(caller);
  const distance = await engine.db.transaction(async (tx) => {
    const team = await readOwnTeam(call, tx);
    const moment = readMoment(call);
    checkUnderWay(team, moment);
    const stop =
      await tx.row<Stop>(sql`select id, name, day_no, place[0] as lng, place[1] as lat from travel_itinerary_stop
      where id = ${readKey(body.stop_id)} and itinerary_id = ${team.id}`);
    if (!stop) throw notFound();
    const where = readPosition(call);
    const reason = truncateText(body.reason, 500);
    const { distance: far, fault } = judgeCheckInDistance(
      stop.lng !== null && stop.lat !== null ? { lng: stop.lng, lat: stop.lat } : null,
      where,
    );
    if (reason === '' && fault) throw fieldRefusal('reason', fault, call, { distance: far });
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
      reason: reason || null,
      place: devicePlace(where),
    };
    await write(engine, roadNote, acting, { operation: 'add', input: {}, set, unread: true }, tx);
    return far;
  });
  return new Answer({ distance }, texts.arrived[caller.locale]);
}

/** `POST headcount`: counts people; a number that differs from the list needs a reason. */
export async function countHeads(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const people = Number(body.people);
  if (!Number.isInteger(people) || people < 0 || people > 5000) throw fieldRefusal('people', texts.number, call);
  await engine.db.transaction(async (tx) => {
    const team = await readOwnTeam(call, tx);
    const moment = readMoment(call);
    checkUnderWay(team, moment);
    const reason = truncateText(body.reason, 500);
    if (people !== team.people && reason === '')
      throw fieldRefusal('reason', texts.differs, call, { expected: team.people });
    const set = {
      itinerary_id: team.id,
      guide_id: team.guide_id,
      team_no: team.team_no,
      kind: 'headcount',
      ...moment,
      people,
      expected: team.people,
      reason: reason || null,
      place: devicePlace(readPosition(call)),
    };
    await write(engine, roadNote, onBehalfOf(caller), { operation: 'add', input: {}, set, unread: true }, tx);
  });
  return new Answer({ people }, texts.counted[caller.locale]);
}
