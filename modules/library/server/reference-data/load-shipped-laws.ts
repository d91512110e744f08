import { readShippedLaws, type ShippedLaw } from '#data/reference/read-laws.ts';
import { systemCaller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';
import { law } from '../../contract/law/law.ts';
import { convertParsedLawTextToImportPreview } from '../law/convert-parsed-law-text-to-import-preview.ts';
import { parseLawText } from '../law/split-law-text-into-articles.ts';

/** Note on every shipped law: only some of its articles are included. */
const excerpt = '本库随产品提供的是执法检查与处罚引用的条文，其余条文可由“导入条文”补入新版本。';

/** The laws of which no version is stored, in any state. */
async function missingOf(db: Queryable, laws: readonly ShippedLaw[]): Promise<readonly ShippedLaw[]> {
  const rows = await db.rows<{ title: string }>(
    sql`select distinct title from library_law where title = any(${laws.map(({ title }) => title)}::text[])`,
  );
  const present = new Set(rows.map(({ title }) => title));
  return laws.filter(({ title }) => !present.has(title));
}

/**
 * Adds the laws shipped with the product, published as version 1 and in force since their last amendment. A title that is
 * there in any version stays as the bureau keeps it, so that an upgrade adds what is new and overwrites nothing.
 */
export async function loadShippedLaws(engine: Engine): Promise<void> {
  const shipped = readShippedLaws();
  if ((await missingOf(engine.db, shipped)).length === 0) return;
  await engine.db.transaction(async (tx) => {
    // of several processes that start at once, one adds them
    await tx.query('lock table library_law in share row exclusive mode');
    const ids: number[] = [];
    for (const { text, ...facts } of await missingOf(tx, shipped)) {
      const articles = convertParsedLawTextToImportPreview(parseLawText(text)).articles.map(
        ({ article_no: _written, ...row }) => row,
      );
      const input = { ...facts, amendments: `${facts.amendments}\n${excerpt}`, articles };
      ids.push((await write(engine, law, systemCaller(), { operation: 'add', unread: true, input }, tx)).id);
    }
    const where = sql`t.id = any(${ids}::bigint[])`;
    for (const move of ['review', 'publish'] as const) await moveRows(engine, law, systemCaller(), { move, where }, tx);
  });
}
