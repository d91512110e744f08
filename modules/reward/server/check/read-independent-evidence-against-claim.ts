import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { plateCapture } from '#modules/enforcement/contract/plate-gate-and-position-time-series.ts';
import type { CreditGrade } from '#modules/enterprise/contract/enterprise-options.ts';
import { containsMoment, lastDayOf, shanghaiDaySql } from '#server/db/interval-overlap-and-shanghai-day-sql.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { RewardApplication } from '../../contract/enterprise-application-for-tourist-bringing-reward.ts';
import { teamDepartureAndReturnSql } from '../claim/team-departure-return-and-nights-sql.ts';

/** Guests of a team counted by somebody else: a hotel in a night, a gate on a day. */
export interface GuestsCountedByThirdParty {
  readonly [column: string]: unknown;
  readonly itinerary_id: number;
  readonly kind: 'lodging' | 'gate';
  /** The night or day, YYYY-MM-DD. */
  readonly on_date: string;
  readonly place: string;
  readonly people: number;
}

/** A vehicle of a team, and how often cameras saw it during the trip. */
interface SeenVehicle {
  readonly [column: string]: unknown;
  readonly itinerary_id: number;
  readonly plate: string;
  readonly times: number;
  readonly spots: readonly string[];
  readonly source_id: number | null;
}

/** Another team with exactly the same tourist list, and its application, if any. */
interface SameList {
  readonly [column: string]: unknown;
  readonly itinerary_id: number;
  readonly other_id: number;
  readonly team_no: string;
  readonly application_id: number | null;
  readonly no: string | null;
}

/** A document that another application uses too: identical file or identical invoice number. */
interface SharedPaper {
  readonly [column: string]: unknown;
  readonly invoice_no: string | null;
  readonly application_id: number;
  readonly no: string;
}

/** Evidence about an application from other sources than its own teams. */
export interface IndependentEvidenceAgainstClaim {
  readonly counted: readonly GuestsCountedByThirdParty[];
  readonly vehicles: readonly SeenVehicle[];
  readonly lists: readonly SameList[];
  /** Number of its documents; `shared`: those that other applications use too. */
  readonly papers: number;
  readonly shared: readonly SharedPaper[];
  /** Rewards clawed back from the enterprise. */
  readonly clawed: readonly { readonly id: number; readonly no: string }[];
  readonly credit: CreditGrade | null;
}

/** Maximum rows per kind of evidence: more of them show the same pattern. */
const most = 50;

/** Reads evidence from other sources: one statement per kind, whatever the number of teams. */
export async function readIndependentEvidenceAgainstClaim(
  db: Queryable,
  { id, teams, enterprise_id }: Pick<RewardApplication, 'id' | 'teams' | 'enterprise_id'>,
): Promise<IndependentEvidenceAgainstClaim> {
  const those = sql`any(${teams as number[]}::bigint[])`;
  const row = await db.row<{ papers: number; credit: CreditGrade | null }>(sql`
    select (select count(*)::int from reward_paper where application_id = ${id}) as papers,
      (select credit_grade from enterprise where id = ${enterprise_id}) as credit`);
  return {
    papers: row?.papers ?? 0,
    credit: row?.credit ?? null,
    counted: await db.rows<GuestsCountedByThirdParty>(sql`
      select i.id as itinerary_id, r.kind, r.on_date::text, string_agg(distinct r.place, '、') as place, sum(r.people)::int as people
      from travel_itinerary i join reward_record r on compact_identifier(r.team_no) = compact_identifier(i.team_no)
      where i.id = ${those}
        and r.on_date between ${shanghaiDaySql(teamDepartureAndReturnSql('i').from)} and ${lastDayOf(teamDepartureAndReturnSql('i'))}
      group by i.id, r.kind, r.on_date, case when r.kind = 'gate' then r.place end order by i.id, r.on_date, place limit 1000`),
    vehicles: await db.rows<SeenVehicle>(sql`
      select a.itinerary_id, a.plate, count(c.at)::int as times,
        (array_agg(distinct coalesce(c.spot, s.name)) filter (where c.at is not null))[1:3] as spots, min(c.of_id) as source_id
      from travel_assigned_vehicle a join travel_itinerary i on i.id = a.itinerary_id
        left join lateral (select c.at, c.spot, c.of_id from ${sql.id(tableOf(plateCapture))} c
          where c.plate = a.plate and ${containsMoment(teamDepartureAndReturnSql('i'), sql`c.at`)} order by c.at limit 200) c on true
        left join enforcement_source s on s.id = c.of_id
      where a.itinerary_id = ${those} and a.plate is not null group by a.itinerary_id, a.plate, a.weigh, a.id order by a.itinerary_id, a.weigh, a.id`),
    lists: await db.rows<SameList>(sql`
      select i.id as itinerary_id, o.id as other_id, o.team_no, x.id as application_id, x.no
      from travel_itinerary i join travel_itinerary o on o.list_hash = i.list_hash and o.id <> i.id
        left join lateral (select x.id, x.no from reward_application x
          where x.teams @> array[o.id] and x.id <> ${id} and x.status not in ('draft', 'withdrawn') order by x.id limit 1) x on true
      where i.id = ${those} and i.list_hash is not null order by i.id, o.id limit ${most}`),
    shared: await db.rows<SharedPaper>(sql`
      select mine.invoice_no, a.id as application_id, min(a.no) as no
      from reward_paper mine join reward_paper other
        on other.application_id <> mine.application_id and (other.file = mine.file or compact_identifier(other.invoice_no) = compact_identifier(mine.invoice_no))
      join reward_application a on a.id = other.application_id and a.status not in ('draft', 'withdrawn')
      where mine.application_id = ${id} group by mine.invoice_no, a.id order by a.id, 1 limit ${most}`),
    clawed: await db.rows<{ id: number; no: string }>(sql`
      select id, no from reward_application where enterprise_id = ${enterprise_id} and id <> ${id}
        and (status in ('clawback', 'recovered') or recovered is not null) order by id desc limit 5`),
  };
}
