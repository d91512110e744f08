import { officialDocumentNumberOf } from '#kernel/module/official-document-number.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { FaultyFile } from '#server/files/verify-stored-files-by-recorded-hash.ts';

interface StoredFile {
  [column: string]: unknown;
  document_id: number;
  kind: string;
  number: string | null;
  sound: boolean;
}

const page = 200;

/**
 * Verifies the checksum of every stored PDF and .docx, and looks for issued documents without a number and numbers without a
 * document.
 */
export async function verifyDocumentChecksumsAndNumbers(
  db: Database,
  report: (found: FaultyFile) => void,
): Promise<{ files: number; numbers: number }> {
  const unnumbered = await db.rows<{ id: number }>(
    'select id from document where issued_at is not null and number is null order by id',
  );
  for (const { id } of unnumbered) report({ fault: 'unnumbered', of: `#${id}` });
  return { files: await verifyStoredFiles(db, report), numbers: await countNumbers(db, report) };
}

async function verifyStoredFiles(db: Database, report: (found: FaultyFile) => void): Promise<number> {
  let files = 0;
  let [id, kind] = [0, ''];
  for (;;) {
    const rows = await db.rows<StoredFile>(sql`
      select p.document_id, p.kind, d.number, encode(sha256(p.bytes), 'hex') = p.sha256 as sound
      from (select * from document_paper where (document_id, kind) > (${id}, ${kind}) order by document_id, kind limit ${page}) p
        join document d on d.id = p.document_id order by p.document_id, p.kind`);
    for (const { document_id, kind: form, number, sound } of rows)
      if (!sound) report({ fault: 'differs', of: `${number ?? `#${document_id}`} (${form})` });
    files += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < page) return files;
    [id, kind] = [last.document_id, last.kind];
  }
}

/** Every number up to the last one assigned belongs to a document; void documents retain theirs. */
async function countNumbers(db: Database, report: (found: FaultyFile) => void): Promise<number> {
  const given = await db.rows<{ rule: string; year: number; last: number }>(
    `select rule, period::int as year, last from number_counter where rule like '%{seq%' order by rule, period`,
  );
  let numbers = 0;
  for (const { rule, year, last } of given) {
    for (let first = 1; first <= last; first += page) {
      const expected = Array.from({ length: Math.min(page, last - first + 1) }, (_, place) =>
        officialDocumentNumberOf(rule, year, first + place),
      );
      const lost = await db.rows<{
        number: string;
      }>(sql`select number from unnest(${expected}::text[]) with ordinality n (number, place)
        where not exists (select from document d where compact_identifier(d.number) = compact_identifier(n.number) and d.number = n.number) order by place`);
      for (const { number } of lost) report({ fault: 'gap', of: number });
    }
    numbers += last;
  }
  return numbers;
}
