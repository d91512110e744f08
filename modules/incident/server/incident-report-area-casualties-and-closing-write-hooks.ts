import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { spot } from '#modules/scenic/contract/scenic-spot-and-opening-season.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { incident } from '../contract/incident.ts';
import { incidentInstruction } from '../contract/incident-instruction.ts';
import { sourcesByOffice } from '../contract/incident-sources-grades-and-offices.ts';
import { incidentVerified, operatorReportDue } from '../contract/message-templates.ts';
import { riskNotice } from '../contract/risk-notice.ts';
import { countyNearestTo } from './county-nearest-to-point.ts';

const texts = {
  future: text('发生时间不能晚于现在', 'It cannot have happened in the future'),
  old: text('发生时间不能早于 30 天前', 'It cannot have happened more than 30 days ago'),
  nowhere: text('请写明地点，或标出位置', 'Name the place, or mark it on the map'),
  noArea: text('请选择发生地', 'Choose the area'),
  source: text('请选择电话、巡查、转来或经营者报告', 'Choose telephone, patrol, another office or the operator'),
  instructions: text('还有 {n} 条指令未办结', '{n} {n|instruction is|instructions are} still open'),
  notices: text('关联的风险提示尚未解除', 'A risk notice about it is still published'),
} as const satisfies Readonly<Record<string, Text>>;

/** Seconds by which the clock of a phone may run fast. */
const tolerance = 120;
/** Seconds after which an incident is no longer reported but recorded elsewhere. */
const oldest = 30 * 86_400;

const casualties = ['dead', 'hurt', 'missing', 'stranded'] as const;
type Given = Readonly<Partial<Record<(typeof casualties)[number], number | null | undefined>>>;

/** Takes over the numbers of a later report; those left empty stay. */
function takeOverCasualties({ values }: Pick<ChangeContext<typeof incident>, 'values'>, input: Given): void {
  for (const name of casualties) {
    const n = input[name];
    if (n !== null && n !== undefined) values[name] = n;
  }
}

/** Checks time and place, and lets empty numbers be none. */
function checkReport({ values, before, fail }: WriteContext<typeof incident>): void {
  const now = Math.floor(Date.now() / 1000);
  const at = values.happened_at;
  if (at !== null && at !== undefined) {
    if (at > now + tolerance) fail('happened_at', texts.future);
    if (at < now - oldest && at !== before?.happened_at) fail('happened_at', texts.old);
  }
  for (const name of casualties) if (values[name] === null) values[name] = 0;
  if (values.stranded_long === null) values.stranded_long = '0';
  const place = values.place === undefined ? before?.place : values.place;
  const placeName = values.place_name === undefined ? before?.place_name : values.place_name;
  // the position of a caller in distress is found out later
  if (!place && !placeName && values.source !== 'sos' && before?.source !== 'sos') fail('place_name', texts.nowhere);
}

/** Where it happened: as written, else by the place, the team or the operator, else where the officer works. */
async function areaOfIncident({
  engine,
  tx,
  values,
  caller,
}: WriteContext<typeof incident>): Promise<string | undefined> {
  if (values.area_code) return values.area_code;
  if (values.place) return countyNearestTo(tx, values.place);
  const of = await tx.row<{ area_code: string }>(
    values.spot_id
      ? sql`select area_code from ${sql.id(tableOf(spot))} where id = ${values.spot_id}`
      : values.itinerary_id
        ? sql`select area_code from ${sql.id(tableOf(itinerary))} where id = ${values.itinerary_id}`
        : sql`select area_code from ${sql.id(tableOf(enterprise))} where id = ${values.enterprise_id ?? 0}`,
  );
  if (of) return of.area_code;
  // who has no area of their own works nowhere in particular
  return caller.type === 'admin' && engine.reference.areas().has(caller.areaCode) ? caller.areaCode : undefined;
}

async function add(context: WriteContext<typeof incident>): Promise<void> {
  const { values, caller, tx, fail } = context;
  checkReport(context);
  const now = Math.floor(Date.now() / 1000);
  values.received_at ??= now;
  if (caller.type === 'member') values.source = 'operator';
  else if (caller.type === 'admin') {
    values.source ??= 'phone';
    if (!(sourcesByOffice as readonly string[]).includes(values.source)) fail('source', texts.source);
  }
  if (values.source === 'operator') values.operator_reported_at ??= now;
  if (values.itinerary_id && !values.enterprise_id) {
    const team = await tx.row<{ agency_id: number }>(
      sql`select agency_id from ${sql.id(tableOf(itinerary))} where id = ${values.itinerary_id}`,
    );
    values.enterprise_id = team?.agency_id ?? null;
  }
  if (values.spot_id && !values.enterprise_id) {
    const at = await tx.row<{ enterprise_id: number }>(
      sql`select enterprise_id from ${sql.id(tableOf(spot))} where id = ${values.spot_id}`,
    );
    values.enterprise_id = at?.enterprise_id ?? null;
  }
  const area = await areaOfIncident(context);
  if (area === undefined) fail('area_code', texts.noArea);
  else values.area_code = area;
}

/** An account can be given once nothing about the incident is open any more. */
async function refuseWhileOpen({ tx, before }: ChangeContext<typeof incident>): Promise<void> {
  const open = await tx.row<{ instructions: number; notices: number }>(sql`
    select (select count(*)::int from ${sql.id(tableOf(incidentInstruction))} i where i.incident_id = ${before.id} and i.status in ('issued', 'acknowledged')) as instructions,
      (select count(*)::int from ${sql.id(tableOf(riskNotice))} n where n.incident_id = ${before.id} and n.status = 'published') as notices`);
  const refuse = (message: Text, n: number) =>
    new Refused(message, { values: { n }, data: { reason: 'not_ready', n } });
  if (open && open.instructions > 0) throw refuse(texts.instructions, open.instructions);
  if (open && open.notices > 0) throw refuse(texts.notices, open.notices);
}

export const incidentWriteHooks: WriteHooks<typeof incident> = {
  add,
  edit(context) {
    checkReport(context);
    if (context.values.area_code === null) delete context.values.area_code;
  },
  moves: {
    supplement(context) {
      takeOverCasualties(context, context.input);
    },
    update(context) {
      takeOverCasualties(context, context.input);
      const { stranded_long } = context.input;
      if (stranded_long) context.values.stranded_long = stranded_long;
    },
    verify(context) {
      takeOverCasualties(context, context.input);
    },
    clearGrade({ values }) {
      values.grade_by_hand = null;
      values.grade_reason = null;
    },
    close: refuseWhileOpen,
  },
  notify: {
    awaitOperator: { template: operatorReportDue, sms: 'enterprise_id.contact_mobile' },
    verify: { template: incidentVerified },
  },
};
