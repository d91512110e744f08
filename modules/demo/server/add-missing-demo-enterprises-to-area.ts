import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type DemoSize, demoSizes } from './demo-sizes.ts';
import { demoRandomSeed } from './generate/random-seed-of-demo-data.ts';
import { loadDemoEnterprisesAndAddAllOtherDemoData } from './load-demo-enterprises-and-add-all-other-demo-data.ts';

export interface AddedDemoEnterprises {
  /** Enterprises the area had before. */
  before: number;
  enterprises: number;
  licences: number;
  staff: number;
}

/**
 * Generates the enterprises an area lacks to reach a size; a full area gets none, so repeated runs change nothing.
 * Numbers continue from the highest id ever used: credit codes follow from seed and number, so none repeats, whatever
 * areas earlier runs were in.
 */
export async function addMissingDemoEnterprises(
  engine: Engine,
  options: { areaCode: string; size: DemoSize; onProgress?: (done: number, total: number) => void },
): Promise<AddedDemoEnterprises> {
  const { areaCode, size, onProgress } = options;
  return engine.db.session(async (session) => {
    await session.query(`select pg_advisory_lock(hashtext('demo data'))`); // a second run waits for the first
    try {
      const found = await session.row<{ before: number; highest: number }>(sql`
        select count(*)::int as before, coalesce((select last_value from pg_sequences where sequencename = 'enterprise_id_seq'), 0)::int as highest
        from enterprise where area_code like ${`${areaPrefix(areaCode)}%`}`);
      const { before, highest } = found ?? { before: 0, highest: 0 };
      const count = demoSizes[size] - before;
      if (count <= 0) return { before, enterprises: 0, licences: 0, staff: 0 };
      const made = await loadDemoEnterprisesAndAddAllOtherDemoData(engine, {
        areaCode,
        count,
        seed: demoRandomSeed,
        offset: highest + 1,
        ...(onProgress ? { onProgress } : {}),
      });
      return { before, ...made };
    } finally {
      await session.query(`select pg_advisory_unlock(hashtext('demo data'))`);
    }
  });
}
