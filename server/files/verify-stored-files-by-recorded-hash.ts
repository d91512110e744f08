import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { pathOfStoredFile } from './storage/find-and-remove-stored-files-by-address.ts';
import { measureAndHashFile } from './storage/receive-and-hash-file.ts';

/** A file that differs from its record: how, and which. */
export interface FaultyFile {
  readonly fault: 'missing' | 'differs' | 'unnumbered' | 'gap';
  readonly of: string;
}

interface StoredFile {
  [column: string]: unknown;
  id: number;
  url: string;
  original: string | null;
  original_sha256: string | null;
  sha256: string;
}

const page = 500;

/**
 * Reads every stored file on record, one after the other, and compares its hash; likewise the originals of public
 * copies. Files stored before hashes were recorded (`unsummed`) must exist. Files in object storage are not checked.
 */
export async function verifyStoredFiles(
  db: Database,
  storage: string,
  report: (found: FaultyFile) => void,
): Promise<{ files: number; originals: number; unsummed: number; elsewhere: number }> {
  let [files, originals, unsummed] = [0, 0, 0];
  let last = 0;
  for (;;) {
    const rows = await db.rows<StoredFile>(sql`select id, url, original, original_sha256, sha256 from routine_attachment
      where id > ${last} and storage = 'local' order by id limit ${page}`);
    for (const row of rows) {
      const found = await judge(storage, row);
      // a row may be deleted with its file meanwhile
      const stillStored = found.length > 0 && (await db.row(sql`select from routine_attachment where id = ${row.id}`));
      if (stillStored) found.forEach(report);
      if (row.original_sha256 !== null) originals++;
      else if (row.original !== null) unsummed++;
    }
    files += rows.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < page) break;
  }
  const away = await db.row<{ n: number }>(
    `select count(*)::int as n from routine_attachment where storage <> 'local'`,
  );
  return { files, originals, unsummed, elsewhere: away?.n ?? 0 };
}

async function judge(storage: string, { url, original, ...sums }: StoredFile): Promise<FaultyFile[]> {
  const found = await Promise.all([
    compare(storage, url, sums.sha256),
    ...(original === null ? [] : [compare(storage, original, sums.original_sha256)]),
  ]);
  return found.filter((one) => one !== undefined);
}

/** The fault of a file. Without a recorded hash (null) it only has to exist. */
async function compare(storage: string, of: string, sha256: string | null): Promise<FaultyFile | undefined> {
  const sum = await sumOf(storage, of);
  if (sum === undefined) return { fault: 'missing', of };
  return sha256 !== null && sum !== sha256 ? { fault: 'differs', of } : undefined;
}

/** The hash of a file. Undefined: there is no such file. */
const sumOf = (storage: string, url: string): Promise<string | undefined> =>
  measureAndHashFile(pathOfStoredFile(storage, url)).then(
    ({ sha256 }) => sha256,
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    },
  );
