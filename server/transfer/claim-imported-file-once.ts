import { text } from '#kernel/text/text.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';

/** An uploaded file: account, resource and keyed hash of its bytes. */
export interface ImportedFile {
  readonly adminId: number;
  readonly resource: string;
  readonly content: string;
}

const texts = {
  running: text(
    '该文件正在导入（任务 {job}），请等待其完成',
    'This file is being imported (job {job}). Wait until it finishes',
  ),
  imported: text(
    '该文件已于 {time} 导入（任务 {job}，{n} 行）；如需再次导入，请带上 again=1 重新提交',
    'This file was imported on {time} (job {job}, {n} {n|row|rows}). To import it again, resubmit with again=1',
  ),
  broken: text(
    '该文件于 {time} 的导入中断（任务 {job}），已保存 {n} 行；请选择“只导入正确的行”继续，或带上 again=1 全部重新导入',
    'The import of this file on {time} was interrupted (job {job}) with {n} {n|row|rows} saved. Choose “Import correct rows only” to continue, or resubmit with again=1 to import everything again',
  ),
};

interface ClaimedContent {
  job_id: number;
  imported: number;
  createtime: number;
  status: string;
}

export interface ImportedFileClaim {
  job: number;
  /** Whether an interrupted import of the same file may be continued. */
  goesOn: boolean;
  /** Whether the person confirmed importing the file again. */
  again: boolean;
}

/**
 * Claims a file for a job, or refuses it because the same account has already imported it. One statement, so that two
 * concurrent uploads cannot both succeed. An interrupted import is taken over: the new job continues where the other
 * ended.
 */
export async function claimImportedFile(tx: Queryable, what: ImportedFile, claim: ImportedFileClaim): Promise<void> {
  const { adminId, resource, content } = what;
  const isIt = sql`admin_id = ${adminId} and resource = ${resource} and content = ${content}`;
  for (;;) {
    const claimed = await tx.row(sql`
      insert into import_content (admin_id, resource, content, job_id)
      values (${adminId}, ${resource}, ${content}, ${claim.job}) on conflict do nothing returning 1 as one`);
    if (claimed) return;
    const existing = await tx.row<ClaimedContent>(sql`
      select job_id, floor(extract(epoch from createtime))::bigint as createtime,
        coalesce((select p.imported from import_progress p where p.job_id = c.job_id), imported) as imported,
        coalesce((select j.status from job j where j.id = c.job_id), 'done') as status
      from import_content c where ${isIt} for update`);
    if (!existing) continue; // it has been released meanwhile
    const goesOn = existing.status === 'failed' && claim.goesOn;
    if (!goesOn && !claim.again) throw repeated(existing);
    await tx.query(
      sql`update import_content set job_id = ${claim.job}, imported = 0, createtime = now() where ${isIt}`,
    );
    if (goesOn && !claim.again) await takeOver(tx, existing.job_id, claim.job);
    return;
  }
}

async function takeOver(tx: Queryable, from: number, to: number): Promise<void> {
  await tx.query(sql`
    with refused as (update import_refusal set job_id = ${to} where job_id = ${from})
    update import_progress set job_id = ${to} where job_id = ${from}`);
}

function repeated({ job_id, imported, createtime, status }: ClaimedContent): Refused {
  const which = status === 'done' ? 'imported' : status === 'failed' ? 'broken' : 'running';
  const time = toShanghaiMinute(createtime * 1000);
  return new Refused(texts[which], {
    values: { job: job_id, n: imported, time },
    data: { reason: 'repeated', job_id, imported, createtime, state: which },
  });
}

/** Records how many rows a job imported. A file that brought none may be imported again without confirmation. */
export async function recordImportedRows(db: Queryable, job: number, imported: number): Promise<void> {
  await db.query(
    imported > 0
      ? sql`update import_content set imported = ${imported} where job_id = ${job}`
      : sql`delete from import_content where job_id = ${job}`,
  );
}

/** Progress of interrupted imports is kept for a week. */
export async function deleteOldImportProgress(db: Queryable): Promise<void> {
  await db.query(`
    with gone as (
      delete from import_progress p using job j
      where j.id = p.job_id and j.status in ('done', 'failed') and j.finishtime < now() - interval '7 days' returning p.job_id)
    delete from import_refusal r using gone where r.job_id = gone.job_id`);
}
