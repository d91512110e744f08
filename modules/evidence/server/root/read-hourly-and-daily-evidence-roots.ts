import type { Signatures } from '#kernel/evidence-chain/public-keys-and-signatures-of-merkle-roots.ts';
import type {
  DailyRoot,
  HourlyRoot,
  SignedRoot,
  StreamHead,
} from '#kernel/evidence-chain/signed-hourly-and-daily-merkle-root.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

interface Stored extends Record<string, unknown> {
  readonly content: string;
  readonly signatures: Signatures | null;
}

const signed = <Content extends HourlyRoot | DailyRoot>({ content, signatures }: Stored): SignedRoot<Content> => ({
  content: JSON.parse(content) as Content,
  signatures,
});

/** Roots that meet a condition on `r`, by number. */
export const readHourlyEvidenceRoots = async (db: Queryable, where: Sql): Promise<SignedRoot<HourlyRoot>[]> =>
  (await db.rows<Stored>(sql`select r.content, r.signatures from chain_root r where ${where} order by r.number`)).map(
    (one) => signed<HourlyRoot>(one),
  );

/** Some of the roots above a number, each with the number under which it is stored. */
export const readHourlyEvidenceRootsAfter = async (
  db: Queryable,
  after: number,
): Promise<{ readonly number: number; readonly root: SignedRoot<HourlyRoot> }[]> =>
  (
    await db.rows<Stored & { number: number }>(
      sql`select r.number, r.content, r.signatures from chain_root r where r.number > ${after} order by r.number limit 200`,
    )
  ).map(({ number, ...one }) => ({ number, root: signed<HourlyRoot>(one as Stored) }));

/** Daily roots that meet a condition on `d`, by day. */
export const readDailyEvidenceRoots = async (db: Queryable, where: Sql): Promise<SignedRoot<DailyRoot>[]> =>
  (await db.rows<Stored>(sql`select d.content, d.signatures from chain_day d where ${where} order by d.number`)).map(
    (one) => signed<DailyRoot>(one),
  );

/** The leaves of a root in their order. */
export const readStreamHeadsOfRoot = (db: Queryable, root: number): Promise<(StreamHead & Record<string, unknown>)[]> =>
  db.rows<StreamHead & Record<string, unknown>>(
    sql`select h.stream, h.seq, h.hash from chain_root_head h where h.root = ${root} order by h.leaf`,
  );
