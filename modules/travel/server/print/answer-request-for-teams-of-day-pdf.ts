import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import { field } from '#kernel/field/field.ts';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { type Call, responseSent } from '#server/http/controller.ts';
import type { CallWithValidatedInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { textLine, textTable } from '#server/pdf/build-text-and-table-blocks.ts';
import { runInPdfThread } from '#server/pdf/run-pdf-task-in-worker-thread.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { statesInStatistics } from '../../contract/itinerary/team-itinerary-lifecycle.ts';
import {
  authorityName,
  createPrintVerificationCode,
  storePrintVerificationCode,
} from './create-and-store-print-verification-code.ts';
import { teamPrintTexts } from './team-print-document-blocks.ts';

const texts = {
  title: text('日团队表', 'Teams of the day'),
  head: text(
    '{day} · {area} · {n} 个团队 {people} 人',
    '{day} · {area} · {n} {n|team|teams}, {people} {people|person|people}',
  ),
  more: text('仅列前 {n} 个团队', 'First {n} {n|team|teams} only'),
  everywhere: text('全部辖区', 'All areas'),
  failed: text('没有制作成功，请稍后再试', 'The file could not be made. Try again later'),
  day: text('日期', 'Day'),
  area: text('范围', 'Scope'),
  teams: text('团队数', 'Teams'),
  people: text('人数', 'People'),
  guides: text('导游', 'Guides'),
  plates: text('车牌', 'Plates'),
  status: text('状态', 'Status'),
} as const;

/** A page holds about thirty; for more there is the list. */
const mostTeams = 1000;

interface DayTeam {
  readonly [column: string]: unknown;
  readonly team_no: string;
  readonly agency: string;
  readonly people: number;
  readonly span: string;
  readonly guides: string | null;
  readonly plates: string | null;
  readonly status: string;
  readonly all: number;
  readonly sum: number;
}

export const teamsOfDayPdfRequestInput = {
  day: field.date(text('日期', 'Day')),
  area: field.area(text('出发地', 'Departure place')),
};

/** `GET dayTable` `{day?, area?}`: PDF table of the teams on the road on a day, within the caller's scope. */
export async function answerRequestForTeamsOfDayPdf(
  call: CallWithValidatedInput<typeof teamsOfDayPdfRequestInput>,
): Promise<typeof responseSent> {
  const { engine, caller, input, reply } = call;
  const { locale } = caller;
  const day = input.day ?? shanghaiToday();
  const areaCode = input.area;
  const areas = engine.reference.areas();
  if (areaCode !== null && !(areas.has(areaCode) && coversArea(caller, areaCode))) throw badParameter();
  const area = areas.get(areaCode ?? caller.areaCode);
  const teams = await readTeams(call, day, areaCode);
  const inLocale = (one: Text) => one[locale];
  const head = textIn(texts.head, locale, {
    day,
    area: area?.full_name ?? inLocale(texts.everywhere),
    n: teams[0]?.all ?? 0,
    people: teams[0]?.sum ?? 0,
  });
  const check = createPrintVerificationCode(call);
  const answer = await runInPdfThread({
    task: 'sheet',
    blocks: [
      textLine(inLocale(texts.title), { size: 18, bold: true, align: 'center' }),
      textLine(head, { align: 'center' }),
      textLine(authorityName(call), { size: 9, align: 'center' }),
      ...(teams.length < (teams[0]?.all ?? 0)
        ? [textLine(textIn(texts.more, locale, { n: mostTeams }), { size: 9 })]
        : []),
      teamGrid(teams, locale),
      textLine('', { size: 6 }),
    ],
    pdf: {
      title: `${inLocale(texts.title)} ${day}`,
      dense: true,
      foot: inLocale(teamPrintTexts.foot),
      geta: '〓',
      mark: undefined,
      checks: [check],
    },
  });
  if (!answer || !('sheet' in answer)) throw new Refused(texts.failed, { data: { reason: 'invalid' } });
  const bytes = Buffer.from(answer.sheet);
  await storePrintVerificationCode(call, check, {
    bytes,
    title: texts.title,
    facts: [
      { label: texts.day, value: day },
      { label: texts.area, value: area?.full_name ?? texts.everywhere },
      { label: texts.teams, value: String(teams[0]?.all ?? 0) },
      { label: texts.people, value: String(teams[0]?.sum ?? 0) },
    ],
  });
  await reply
    .type('application/pdf')
    .header('Cache-Control', 'private, no-store')
    .header(
      'Content-Disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(`${inLocale(texts.title)}_${day}.pdf`)}`,
    )
    .send(bytes);
  return responseSent;
}

/** Teams on the road on a day in an area, within the caller's scope; the first thousand. */
function readTeams({ engine, caller }: Call, day: string, areaCode: string | null): Promise<DayTeam[]> {
  const scope = scopeOf(itinerary, caller, engine.find);
  const within = areaCode ? sql` and starts_with(t.area_code, ${areaPrefix(areaCode)})` : sql.empty;
  const begins = sql`(${day}::date::timestamp at time zone 'Asia/Shanghai')`;
  return engine.db.rows<DayTeam>(sql`
    select t.team_no, e.name as agency, t.tourist_count as people, t.status,
      to_char(t.start_at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') || ' – ' || to_char(t.end_at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as span,
      (select string_agg(a.name, '、' order by a.weigh, a.id) from travel_assigned_guide a where a.itinerary_id = t.id) as guides,
      (select string_agg(v.plate, '、' order by v.weigh, v.id) from travel_assigned_vehicle v where v.itinerary_id = t.id) as plates,
      count(*) over ()::int as "all", (sum(t.tourist_count) over ())::int as sum
    from travel_itinerary t join enterprise e on e.id = t.agency_id
    where t.status = any(${[...statesInStatistics]}::text[]) and t.start_at < ${begins} + interval '1 day' and t.end_at > ${begins}
      ${within}${scope ? sql` and ${scope}` : sql.empty}
    order by t.start_at, t.id limit ${mostTeams}`);
}

function teamGrid(teams: readonly DayTeam[], locale: Locale) {
  const { fields } = itinerary;
  const { states } = itinerary.life as Lifecycle;
  return textTable(
    [
      fields.team_no.label,
      fields.agency_id.label,
      texts.people,
      teamPrintTexts.plan,
      texts.guides,
      texts.plates,
      texts.status,
    ].map((label) => label[locale]),
    teams.map((one) => [
      one.team_no,
      one.agency,
      String(one.people),
      one.span,
      one.guides ?? '',
      one.plates ?? '',
      (states as Readonly<Record<string, Text>>)[one.status]?.[locale] ?? one.status,
    ]),
    [96, '*', 30, 84, 62, 62, 42],
  );
}
