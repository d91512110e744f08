import { sql } from '#server/db/sql.ts';

/** Days within which complaints of one person about one respondent may be the same (domain reference §2.L). */
const days = 30;
/** Share of pairs of characters in common from which two texts may tell the same. */
const sameText = 0.85;
/** Candidates whose texts are compared, the newest first. */
const mostCompared = 50;

/** Condition that the text of complaint `c` can be as like that of complaint `one`: of like length, with a pair in common. */
const isAlikeBySketch = sql`c.filed_on between one.filed_on - ${days}::int and one.filed_on + ${days}::int
      and c.facts_pairs between one.facts_pairs * ${sameText}::float8 and one.facts_pairs / ${sameText}::float8 and c.facts_sketch && one.facts_sketch`;

/** Why a complaint may be a duplicate. */
export type DuplicateGround = 'mobile' | 'text';

export interface SimilarComplaint {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly no: string;
  readonly status: string;
  readonly filed_on: string;
  readonly shown_name: string;
  readonly mobile: boolean;
  readonly similarity: number;
}

/**
 * Selects the complaints that may be duplicates of complaint `id`, within a month about the same respondent: of the same
 * mobile, or with nearly the same text. The candidates come from indexes on mobile and respondent; what cannot be alike by
 * its sketch (migration `complaint_text_sketch`) is not compared.
 */
export const duplicatesOf = (id: number, visible: ReturnType<typeof sql>) => sql`
  with one as materialized (select * from complaint where id = ${id}),
  near as materialized (
    (select c.id from one, complaint c where c.mobile = one.mobile and c.filed_on between one.filed_on - ${days}::int and one.filed_on + ${days}::int
      and (c.respondent_name = one.respondent_name or c.respondent_enterprise_id = one.respondent_enterprise_id)
      order by c.filed_on desc limit ${mostCompared})
    union
    (select c.id from one, complaint c where one.respondent_enterprise_id is not null and c.respondent_enterprise_id = one.respondent_enterprise_id
      and ${isAlikeBySketch} order by c.filed_on desc limit ${mostCompared})
    union
    (select c.id from one, complaint c where one.respondent_enterprise_id is null and c.respondent_name = one.respondent_name
      and ${isAlikeBySketch} order by c.filed_on desc limit ${mostCompared})
  ),
  pairs as materialized (select distinct unnest(bigrams(lower(one.facts))) b from one),
  compared as materialized (
    select t.*, t.mobile = one.mobile as same_mobile, (
      select count(p.b)::float8 / greatest(one.facts_pairs + t.facts_pairs - count(p.b), 1)
      from (select distinct unnest(bigrams(lower(t.facts))) b) a join pairs p on p.b = a.b
    ) as similarity
    from near n join complaint t on t.id = n.id join one on one.id <> t.id)
  select t.id, t.no, t.status, t.filed_on::text, coalesce(t.shown_name, '') as shown_name, t.same_mobile as mobile, round(t.similarity::numeric, 2)::float8 as similarity
  from compared t where (t.same_mobile or t.similarity >= ${sameText}) and ${visible}
  order by t.same_mobile desc, t.similarity desc, t.id desc limit 20`;
