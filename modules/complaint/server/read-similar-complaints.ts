import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Days within which complaints of one person about one respondent may be the same (domain reference §2.L). */
const days = 30;
/** Share of common character pairs from which two texts may describe the same event. */
const sameText = 0.85;
/** Candidates whose texts are compared, the newest first. */
const mostCompared = 50;
/** Complaints that are shown. */
const mostShown = 20;

/** Condition that the text of complaint `c` can be as like that of complaint `one`: of like length, with a pair in common. */
const isAlikeBySketch = sql`c.filed_on between one.filed_on - ${days}::int and one.filed_on + ${days}::int
      and c.facts_pairs between one.fewest and one.most and c.facts_sketch && one.facts_sketch`;

export interface SimilarComplaint {
  readonly id: number;
  readonly no: string;
  readonly status: string;
  readonly filed_on: string;
  readonly shown_name: string;
  /** Filed with the same mobile. */
  readonly mobile: boolean;
  /** Share of the text in common, 0 to 1. */
  readonly similarity: number;
}

type Candidate = Omit<SimilarComplaint, 'similarity'> & {
  readonly [column: string]: unknown;
  readonly facts: string;
  readonly own_facts: string;
};

/** The different pairs of neighbouring characters of a text. */
function pairsOf(text: string): ReadonlySet<string> {
  const characters = [...text.toLowerCase()];
  return new Set(characters.slice(1).map((next, at) => `${characters[at]}${next}`));
}

/** Share of pairs that two texts have in common, of those that either has: 0 to 1. */
export function shareOfCommonCharacterPairs(one: ReadonlySet<string>, other: string): number {
  const others = pairsOf(other);
  let common = 0;
  for (const pair of others) if (one.has(pair)) common += 1;
  return common / Math.max(1, one.size + others.size - common);
}

/**
 * Reads the complaints that may be duplicates of complaint `id`, within a month about the same respondent: of the same
 * mobile, or with nearly the same text. The candidates come from indexes on mobile and respondent; what cannot be alike by
 * its sketch (migration `complaint_text_sketch`) is not read. `visible`: the rows of `t` that the caller sees.
 */
export async function readSimilarComplaints(
  db: Queryable,
  id: number,
  visible: Sql,
): Promise<readonly SimilarComplaint[]> {
  const found = await db.rows<Candidate>(sql`
    with one as materialized (
      select id, mobile, respondent_enterprise_id, respondent_name, filed_on, facts, facts_sketch,
        ceil(facts_pairs * ${sameText}::float8)::int as fewest, floor(facts_pairs / ${sameText}::float8)::int as most
      from complaint where id = ${id}),
    near as materialized (
      (select c.id from one, complaint c where c.mobile = one.mobile and c.filed_on between one.filed_on - ${days}::int and one.filed_on + ${days}::int
        and (c.respondent_name = one.respondent_name or c.respondent_enterprise_id = one.respondent_enterprise_id)
        order by c.filed_on desc limit ${mostCompared})
      union
      (select c.id from one, complaint c where one.respondent_enterprise_id is not null and c.respondent_enterprise_id = one.respondent_enterprise_id
        and ${isAlikeBySketch} order by c.filed_on desc limit ${mostCompared})
      union
      (select c.id from one, complaint c where one.respondent_enterprise_id is null and c.respondent_name = one.respondent_name
        and ${isAlikeBySketch} order by c.filed_on desc limit ${mostCompared}))
    select t.id, t.no, t.status, t.filed_on::text, coalesce(t.shown_name, '') as shown_name, t.mobile = one.mobile as mobile, t.facts,
      one.facts as own_facts
    from one, near n join complaint t on t.id = n.id where t.id <> one.id and ${visible}`);
  const own = pairsOf(found[0]?.own_facts ?? '');
  return found
    .map(({ facts, own_facts: _own, ...shown }) => ({ ...shown, similarity: shareOfCommonCharacterPairs(own, facts) }))
    .filter(({ mobile, similarity }) => mobile || similarity >= sameText)
    .sort((a, b) => Number(b.mobile) - Number(a.mobile) || b.similarity - a.similarity || b.id - a.id)
    .slice(0, mostShown)
    .map((one) => ({ ...one, similarity: Math.round(one.similarity * 100) / 100 }));
}
