import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { write } from '#server/write/write-pipeline.ts';
import { changeRequest, changeRequestKinds } from '../../contract/on-the-road/itinerary-change-requested-by-guide.ts';
import {
  phoneInput,
  readPhoneMoment,
  readTeamOfCallingGuide,
  refusalAtField,
  refuseUnlessTeamOnTheRoad,
  teamInput,
} from './read-team-time-and-position-of-guide-call.ts';

const texts = {
  requested: text('变更申请已提交旅行社', 'Change request sent to the agency'),
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
export const guideRequestsItineraryChangeCall = call({
  gate: 'login',
  methods: ['POST'],
  title: text('导游-申请变更', 'Guide: request change'),
  summary: text('向旅行社申请变更行程', 'Request an itinerary change from the agency'),
  limit: { perMinute: 20 },
  input: {
    ...teamInput,
    kind: field.select(text('变更内容', 'Change'), { options: changeRequestKinds, required: true }),
    stop_id: field.integer(text('站点', 'Stop')),
    stop_name: field.text(text('新增站点', 'Stop to add'), { max: 100 }),
    arrive: field.text(text('时间，如 14:30', 'Time, e.g. 14:30')),
    reason: field.textarea(text('理由', 'Reason'), { required: true, min: 2, max: 500 }),
  },
  checkedInRun: phoneInput,
  answer: nothing,
  async run(made) {
    const { engine, caller, input } = made;
    const { kind, reason } = input;
    const arrive = input.arrive?.slice(0, 5) ?? '';
    const timed = /^([01]\d|2[0-3]):[0-5]\d$/.test(arrive);
    const adds = kind === 'add';
    if (kind === 'time' && !timed) throw refusalAtField('arrive', texts.time, made);
    await engine.db.transaction(async (tx) => {
      const team = await readTeamOfCallingGuide(made, tx);
      if (team.status !== 'confirmed') refuseUnlessTeamOnTheRoad(team, readPhoneMoment(made));
      const stop = adds
        ? undefined
        : await tx.row<Stop>(sql`select id, name, day_no from travel_itinerary_stop
            where id = ${input.stop_id ?? 0} and itinerary_id = ${team.id}`);
      if (!adds && !stop) throw refusalAtField('stop_id', texts.which, made);
      const name = adds ? (input.stop_name ?? '') : (stop?.name ?? '');
      if (name === '') throw refusalAtField('stop_name', texts.name, made);
      const set = {
        itinerary_id: team.id,
        guide_id: team.guide_id,
        team_no: team.team_no,
        kind,
        ...readPhoneMoment(made),
        stop_id: stop?.id ?? null,
        stop_name: name,
        day_no: stop?.day_no ?? null,
        reason,
        arrive: timed ? `${arrive}:00` : null,
      };
      await write(engine, changeRequest, onBehalfOf(caller), { operation: 'add', input: {}, set, unread: true }, tx);
    });
    return new Answer(null, texts.requested[caller.locale]);
  },
});
