import { Readable } from 'node:stream';
import { evidence } from '#modules/reform/contract/correction-evidence-pictures-of-problem.ts';
import { problem } from '#modules/reform/contract/problem-to-correct.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { uploadRules } from '#server/files/storage/upload-rules-and-refusals.ts';
import { storeUpload } from '#server/files/upload/store-upload.ts';
import { storageFolder } from '#server/http/files/upload-controllers-and-storage-route.ts';
import { fileReferencesStatement } from '#server/write/field/record-file-references-statement.ts';
import { type DemoCorrectionScene, drawDemoCorrectionPicture } from '../../generate/draw-demo-correction-pictures.ts';

/** The stored pictures of what was wrong, and of its correction. */
export interface DemoCorrectionPictures {
  readonly before: string;
  readonly after: string;
}

/** Draws the pictures of a problem and stores them as an officer of the platform uploads them. */
export async function storeDemoCorrectionPictures(
  engine: Engine,
  scene: DemoCorrectionScene,
  officer: number,
): Promise<DemoCorrectionPictures> {
  const stored = async (corrected: boolean) => {
    const { url } = await storeUpload(engine.db, {
      folder: storageFolder(engine),
      stream: Readable.from(await drawDemoCorrectionPicture(scene, corrected)),
      name: corrected ? '整改后.jpg' : '整改前.jpg',
      topic: 'demo',
      private: true,
      uploader: { type: 'admin', id: officer },
      rules: uploadRules(engine),
      origin: '',
    });
    return url;
  };
  return { before: await stored(false), after: await stored(true) };
}

interface ProblemWithPictures {
  readonly id: number;
  readonly order: number;
  readonly pictures: DemoCorrectionPictures;
  /** When the enterprise took its picture. */
  readonly photographedAt: string;
}

/** The pictures of a problem: the one of the check, and the one with which the enterprise showed its correction. */
export async function addPicturesOfProblem(
  tx: Queryable,
  { id, order, pictures: { before, after }, photographedAt }: ProblemWithPictures,
): Promise<void> {
  await tx.query(sql`update reform_problem set before = ${[before]}::text[], pictures = 1 where id = ${id}`);
  const sent = await tx.row<{ id: number }>(sql`
    insert into reform_evidence (order_id, problem_id, photos, note, captured_at, sender, round, createtime)
    values (${order}, ${id}, ${[after]}::text[], '已按要求改正', ${photographedAt}::timestamptz, 'enterprise', 1, ${photographedAt}::timestamptz + interval '20 minutes')
    returning id`);
  for (const [resource, url, field, row] of [
    [problem, before, 'before', id],
    [evidence, after, 'photos', sent?.id ?? 0],
  ] as const) {
    const refer = fileReferencesStatement(resource, [{ url, field, fresh: true, id: row }]);
    if (refer) await tx.query(sql`with w as (select ${row}::bigint as id) ${refer(sql.raw('w'))}`);
  }
}
