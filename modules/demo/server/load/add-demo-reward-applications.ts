import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { rewardApplication } from '#modules/reward/contract/enterprise-application-for-tourist-bringing-reward.ts';
import { rewardObjection } from '#modules/reward/contract/objection-to-published-tourist-bringing-reward.ts';
import { systemCaller } from '#server/caller.ts';
import { lastDayOf, shanghaiDaySql } from '#server/db/interval-overlap-and-shanghai-day-sql.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { claimedPolicyNumber } from './add-demo-reward-policies.ts';

/** Number of applications, and the states they reach, so that each role has some to handle. */
const claims = 12;
type Far = 'paid' | 'approved' | 'publicity' | 'second_review' | 'first_review';
const far: readonly Far[] = ['paid', 'paid', 'approved', 'publicity', 'publicity', 'second_review', 'second_review'];

/** Guests counted by the team's hotel and gate, in percent of its list. Undefined: not counted. */
const counted: readonly { readonly hotel?: number; readonly gate?: number }[] = [
  { hotel: 100, gate: 100 },
  { hotel: 100, gate: 97 },
  { hotel: 97, gate: 105 },
  { hotel: 100 },
  { hotel: 100, gate: 100 },
  { hotel: 95, gate: 95 },
  { gate: 100 },
  // applications still pending: a team of which half never slept there, one with twice as many at the gate, and one
  // without counts
  { hotel: 48, gate: 52 },
  { hotel: 100, gate: 180 },
  {},
  { hotel: 100, gate: 100 },
  { hotel: 100, gate: 104 },
];

interface OvernightTeam {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly team_no: string;
  readonly agency_id: number;
  readonly area_code: string;
  readonly began_on: string;
  readonly nights: number;
  readonly people: number;
  readonly sight: string | null;
}

/**
 * Reward applications of agencies for finished teams, with counts by hotels and gates. Written through the write
 * pipeline as agencies and officers, so that amounts, budgets and checks are consistent. Returns their number.
 */
export async function addDemoRewardApplications(engine: Engine): Promise<number> {
  const { db } = engine;
  const policy = await db.row<{ id: number }>(
    sql`select id from reward_policy where doc_no = ${claimedPolicyNumber(shanghaiToday().slice(0, 4))}`,
  );
  if (!policy) return 0;
  const teams = await db.rows<OvernightTeam>(sql`
    select distinct on (i.agency_id) i.id, i.team_no, i.agency_id, i.area_code, (i.start_at at time zone 'Asia/Shanghai')::date::text as began_on,
      ${lastDayOf({ from: sql`i.start_at`, to: sql`i.end_at` })} - ${shanghaiDaySql(sql`i.start_at`)} as nights, i.tourist_count as people,
      (select s.name from travel_itinerary_stop s where s.itinerary_id = i.id and s.poi_type = 'scenic' order by s.weigh limit 1) as sight
    from travel_itinerary i join enterprise e on e.id = i.agency_id and e.status = 'active' and e.credit_grade <= 'B'
    where i.status in ('finished', 'archived') and i.end_at - i.start_at > interval '20 hours' and i.tourist_count >= 12
      and not exists (select from reward_application a where i.id = any(a.teams))
    order by i.agency_id, i.tourist_count desc limit ${claims}`);
  await storeCounts(engine, teams);
  let made = 0;
  for (const team of teams) {
    if (await claim(engine, policy.id, team, far[made] ?? 'first_review')) made += 1;
  }
  // submitted a few days after the team returned, so that the budget decreases over time
  await db.query(sql`
    update reward_application a set applied_at = least(a.applied_at, i.end_at + interval '2 days' + a.id * interval '7 minutes')
    from travel_itinerary i where i.id = a.teams[1] and a.policy_id = ${policy.id}`);
  return made;
}

/** Stores counts of hotels and gates for these teams. */
async function storeCounts({ db }: Engine, teams: readonly OvernightTeam[]): Promise<void> {
  const rows = teams.flatMap(({ team_no, area_code, began_on, nights, people, sight }, at) => {
    const { hotel, gate } = counted[at % counted.length] ?? {};
    const common = { team_no, area_code };
    const share = (percent: number) => Math.round((people * percent) / 100);
    return [
      ...(hotel === undefined
        ? []
        : Array.from({ length: nights }, (_, night) => ({
            ...common,
            kind: 'lodging',
            on_date: addDays(began_on, night),
            place: '翠湖宾馆（团队接待）',
            people: share(hotel),
            given_by: '住宿登记系统',
          }))),
      ...(gate === undefined || sight === null
        ? []
        : [
            {
              ...common,
              kind: 'gate',
              on_date: began_on,
              place: sight,
              people: share(gate),
              given_by: `${sight}票务系统`,
            },
          ]),
    ];
  });
  await db.query(sql`
    insert into reward_record (kind, team_no, on_date, place, people, given_by, area_code)
    select kind, team_no, on_date, place, people, given_by, area_code
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (kind text, team_no text, on_date date, place text, people int, given_by text, area_code text)
    on conflict do nothing`);
}

/** An objection by a neighbour to an application under public notice. */
async function object(engine: Engine, application_id: number): Promise<void> {
  const row = await engine.db.row(sql`select from reward_objection limit 1`);
  if (row) return;
  const input = {
    application_id,
    name: '周明',
    mobile: '13900000000',
    reason: '该团当天下午即离开，未见入住，请核对酒店登记。',
  };
  await write(engine, rewardObjection, systemCaller(), { operation: 'add', input, set: { source: 'page' } });
}

/** The result of a write; undefined if it is refused, for example for a team outside the policy's term. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** Submits one application and moves it to a state; false if it cannot be submitted. */
async function claim(engine: Engine, policy_id: number, team: OvernightTeam, until: Far): Promise<boolean> {
  const input = { policy_id, enterprise_id: team.agency_id, kind: 'overnight', teams: [team.id] };
  const id = await unlessRefused(
    async () => (await write(engine, rewardApplication, systemCaller(), { operation: 'add', input })).id,
  );
  if (id === undefined) return false;
  const move = (name: string, input: Readonly<Record<string, unknown>> = {}) =>
    write(engine, rewardApplication, systemCaller(), { operation: 'move', move: name, id, input });
  if (!(await unlessRefused(() => move('apply')))) {
    await write(engine, rewardApplication, systemCaller(), { operation: 'del', input: {}, id });
    return false;
  }
  if (until === 'first_review') return true;
  await move('pass');
  if (until === 'second_review') return true;
  await move('confirm');
  if (until === 'publicity') {
    await object(engine, id);
    return true;
  }
  const today = shanghaiToday();
  await engine.db.query(sql`
    update reward_application set published_on = ${addDays(today, -9)}, publicity_until = ${addDays(today, -1)} where id = ${id}`);
  await move('approve');
  if (until === 'paid') await move('pay', { paid_on: today, payment_no: `BF${today.replaceAll('-', '')}-${id}` });
  return true;
}
