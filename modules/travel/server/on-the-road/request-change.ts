import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { truncateText } from '#server/http/truncate-text.ts';
import { write } from '#server/write/pipeline.ts';
import { notifyHolders } from '#server/write/statement/inbox-message.ts';
import { itinerary } from '../../contract/itinerary/itinerary.ts';
import { changeRequested } from '../../contract/message-templates.ts';
import { changeRequest, changeRequestKinds } from '../../contract/on-the-road/change-request.ts';
import { teamMessageValues } from '../itinerary/team-message-values.ts';
import { checkUnderWay, fieldRefusal, readMoment, readOwnTeam } from './guide-input.ts';

const texts = {
  requested: text('变更申请已提交旅行社', 'Change request sent to the agency'),
  why: text('请说明理由', 'Give a reason'),
  what: text('请选择变更内容', 'Choose what to change'),
  which: text('请选择站点', 'Choose a stop'),
  name: text('请填写站点名称', 'Enter the name of the stop'),
  time: text('请填写时间，如 14:30', 'Enter a time, e.g. 14:30'),
} as const;

interface Stop {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly day_no: number;
}

/** `POST request`: requests that the agency leaves out, adds or reschedules a stop. */
export async function requestChange(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const kind = truncateText(body.kind, 20);
  if (!Object.hasOwn(changeRequestKinds, kind)) throw fieldRefusal('kind', texts.what, call);
  const reason = truncateText(body.reason, 500);
  if (reason.length < 2) throw fieldRefusal('reason', texts.why, call);
  const arrive = truncateText(body.arrive, 5);
  const timed = /^([01]\d|2[0-3]):[0-5]\d$/.test(arrive);
  const adds = kind === 'add';
  if (kind === 'time' && !timed) throw fieldRefusal('arrive', texts.time, call);
  await engine.db.transaction(async (tx) => {
    const team = await readOwnTeam(call, tx);
    if (team.status !== 'confirmed') checkUnderWay(team, readMoment(call));
    const stop = adds
      ? undefined
      : await tx.row<Stop>(sql`select id, name, day_no from travel_itinerary_stop
          where id = ${Number.isInteger(Number(body.stop_id)) ? Number(body.stop_id) : 0} and itinerary_id = ${team.id}`);
    if (!adds && !stop) throw fieldRefusal('stop_id', texts.which, call);
    const name = adds ? truncateText(body.stop_name, 100) : (stop?.name ?? '');
    if (name === '') throw fieldRefusal('stop_name', texts.name, call);
    const set = {
      itinerary_id: team.id,
      guide_id: team.guide_id,
      team_no: team.team_no,
      kind,
      ...readMoment(call),
      stop_id: stop?.id ?? null,
      stop_name: name,
      day_no: stop?.day_no ?? null,
      reason,
      arrive: timed ? `${arrive}:00` : null,
    };
    await write(engine, changeRequest, onBehalfOf(caller), { operation: 'add', input: {}, set, unread: true }, tx);
    const request = `${changeRequestKinds[kind as keyof typeof changeRequestKinds]['zh-cn']} ${name}，${reason}`;
    const values = { ...teamMessageValues(team), guide: team.guide_name, reason: request };
    await notifyHolders(engine, tx, itinerary, changeRequested, [{ row: team.id, values }]);
  });
  return new Answer(null, texts.requested[caller.locale]);
}
