import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { ImportError } from '#server/transfer/read/parsed-import-types.ts';

/** Progress of an import, so that it can continue without writing a row twice. */
export interface ImportProgress {
  /** Rows up to this number of the sheet are done. */
  readonly throughRow: number;
  readonly imported: number;
  /** Skipped rows among them, with the reasons. */
  readonly refusals: ReadonlyMap<number, readonly ImportError[]>;
}

export const noProgress: ImportProgress = { throughRow: 0, imported: 0, refusals: new Map() };

/** Saves the progress in the transaction that writes the rows; does nothing without a job. */
export async function saveProgress(tx: Queryable, job: number | undefined, piece: ImportProgress): Promise<void> {
  if (job === undefined) return;
  const refusals = JSON.stringify([...piece.refusals].map(([row, errors]) => ({ row, errors })));
  await tx.query(sql`
    with refused as (
      insert into import_refusal (job_id, row_no, errors)
      select ${job}, row, errors from jsonb_to_recordset(${refusals}::jsonb) as r(row int, errors jsonb))
    insert into import_progress (job_id, through_row, imported) values (${job}, ${piece.throughRow}, ${piece.imported})
    on conflict (job_id) do update set through_row = excluded.through_row, imported = excluded.imported`);
}

/** The saved progress of a job's import. */
export async function findProgress(db: Queryable, job: number): Promise<ImportProgress | undefined> {
  const noted = await db.row<{
    through_row: number;
    imported: number;
    refusals: { row: number; errors: ImportError[] }[] | null;
  }>(sql`
    select through_row, imported, (select jsonb_agg(jsonb_build_object('row', r.row_no, 'errors', r.errors))
      from import_refusal r where r.job_id = p.job_id) as refusals
    from import_progress p where job_id = ${job}`);
  if (!noted) return undefined;
  const refusals = new Map((noted.refusals ?? []).map(({ row, errors }) => [row, errors]));
  return { throughRow: noted.through_row, imported: noted.imported, refusals };
}

/** Removes the progress of a finished import. */
export async function dropProgress(db: Queryable, job: number): Promise<void> {
  await db.query(sql`
    with refused as (delete from import_refusal where job_id = ${job})
    delete from import_progress where job_id = ${job}`);
}
