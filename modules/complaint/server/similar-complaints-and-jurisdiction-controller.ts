import { field } from '#kernel/field/field.ts';
import { centsToYuan } from '#kernel/kind/money.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import {
  boolean,
  enumOf,
  integer,
  key,
  list,
  number,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { complaint } from '../contract/complaint.ts';
import type { SimilarComplaintsAndJurisdiction } from '../contract/similar-complaints-and-jurisdiction-response-type.ts';
import { competentOffices } from './find-competent-office-of-complaint.ts';
import { readSimilarComplaints } from './read-similar-complaints.ts';

const mostEnded = 10;

type Ended = Omit<SimilarComplaintsAndJurisdiction['ended'][number], 'paid_amount'> & { paid_amount: number | null };

interface Compared {
  readonly [column: string]: unknown;
  readonly respondent: number | null;
  readonly name: string;
  readonly category: string;
  readonly event_area: string;
  readonly urgent: boolean;
}

/** `GET compare {id}`: complaints like this one in the caller's sight, and the offices with jurisdiction over it. */
const compare = call({
  gate: 'rule',
  node: `${complaint.name}/index`,
  summary: text('相似投诉与管辖机构', 'Similar complaints, and offices with jurisdiction'),
  input: { id: field.integer(text('投诉', 'Complaint'), { required: true, min: 1 }) },
  answer: object({
    duplicates: list(
      object({
        id: key,
        no: string,
        status: string,
        filed_on: string,
        shown_name: string,
        mobile: boolean,
        similarity: number,
      }),
    ),
    ended: list(
      object({
        id: key,
        no: string,
        outcome: orNull(string),
        responsibility: orNull(string),
        paid_amount: orNull(string),
        closed_on: string,
      }),
    ),
    of_respondent: integer,
    offices: list(object({ area_code: string, area: string, ground: enumOf('domicile', 'event', 'harm') })),
  }),
  async run({ engine, caller, input: { id } }): Promise<SimilarComplaintsAndJurisdiction> {
    const visible = scopeOf(complaint, caller, engine.find) ?? sql`true`;
    const one = await engine.db.row<Compared>(sql`
      select t.respondent_enterprise_id as respondent, t.respondent_name as name, t.category, t.event_area, t.urgent
      from complaint t where t.id = ${id} and ${visible}`);
    if (!one) throw notFound();
    const duplicates = await readSimilarComplaints(engine.db, id, visible);
    const aYearAgo = addDays(shanghaiToday(), -365);
    const others = sql`complaint t where t.id <> ${id} and ${visible} and ${
      one.respondent === null
        ? sql`t.respondent_enterprise_id is null and t.respondent_name = ${one.name}`
        : sql`t.respondent_enterprise_id = ${one.respondent}`
    }`;
    const ended = await engine.db.rows<Ended & { readonly [column: string]: unknown }>(sql`
      select t.id, t.no, t.outcome, t.responsibility, t.paid_amount, t.closed_on::text
      from ${others} and t.category = ${one.category} and t.closed_on > ${aYearAgo}::date
      order by t.closed_on desc, t.id desc limit ${mostEnded}`);
    const count = await engine.db.row<{ n: number }>(
      sql`select count(*)::int as n from ${others} and t.filed_on > ${aYearAgo}::date`,
    );
    const areas = engine.reference.areas();
    const offices = await competentOffices(engine.db, {
      respondent: one.respondent ?? undefined,
      eventArea: one.event_area,
      urgent: one.urgent,
    });
    return {
      duplicates,
      ended: ended.map((row) => ({
        ...row,
        paid_amount: row.paid_amount === null ? null : centsToYuan(Number(row.paid_amount)),
      })),
      of_respondent: count?.n ?? 0,
      offices: offices.map((office) => ({ ...office, area: areas.get(office.area_code)?.name ?? office.area_code })),
    };
  },
});

export const similarComplaintsAndJurisdictionController: Controller = {
  app: 'admin',
  name: 'complaint.complaint',
  actions: { compare },
};
