import { maskIdNumber } from '#kernel/check/mask-personal-data.ts';
import { loadCounties } from '#modules/demo/server/generate/county-shapes-and-random-points.ts';
import { type EnterpriseRow, generateEnterprises } from '#modules/demo/server/generate/generate-enterprises.ts';
import type { Database } from '#server/db/open-database.ts';
import type { EncryptionAndSigning } from '#server/encryption-and-signing.ts';

/** 昆明市: the measured prefecture. */
export const prefecture = '530100';
export const seed = 7;
const batch = 2000;

/** Number of the first enterprise that a bench adds: after those loaded, so that credit codes are unique. */
export const firstAddedNumber = (rows: number): number => rows + 1_000_000;

const columns: Readonly<Record<string, string>> = {
  parent_id: 'bigint',
  name: 'text',
  short_name: 'text',
  uscc: 'text',
  ent_type: 'text',
  grade: 'text',
  legal_person: 'text',
  legal_id_type: 'text',
  legal_id_no: 'jsonb',
  legal_mobile: 'text',
  contact_name: 'text',
  contact_mobile: 'text',
  email: 'text',
  reg_capital: 'bigint',
  reg_date: 'date',
  biz_scope: 'text',
  employees: 'int',
  website: 'text',
  icp_no: 'text',
  reg_area_code: 'text',
  area_code: 'text',
  address: 'text',
  place: 'point',
  license_expire: 'date',
  risk_class: 'text',
  credit_grade: 'text',
  source: 'text',
  status: 'text',
  reject_count: 'int',
  audit_remark: 'text',
  query_no: 'text',
  sup_code: 'text',
  submitted_at: 'timestamptz',
  audited_at: 'timestamptz',
  createtime: 'timestamptz',
};

/**
 * Fills the enterprise table with invented enterprises of one prefecture. All indexes except the primary key are built
 * afterwards: the bigram index alone would take ten times as long row by row.
 */
export async function loadEnterprises(
  db: Database,
  seal: EncryptionAndSigning,
  count: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const indexes = await db.rows<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename in ('enterprise', 'enterprise_search') and indexname not like '%_pkey'`,
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  await db.query('alter table enterprise disable trigger search_added');
  // created yesterday or earlier: today's query numbers are for today's registrations
  const now = new Date(Date.now() - 86_400_000).toISOString();
  let rows: object[] = [];
  let sent: Promise<unknown> = Promise.resolve();
  let done = 0;
  const flush = async () => {
    await sent; // one batch is stored while the next is generated
    sent = storeBatch(db, rows);
    done += rows.length;
    rows = [];
    onProgress(done);
  };
  for (const row of generateEnterprises({ counties: await loadCounties(prefecture), count, seed, now })) {
    rows.push(storedForm(row, seal));
    if (rows.length === batch) await flush();
  }
  await flush();
  await sent;
  await db.session(async (session) => {
    await session.query('insert into enterprise_search select id, search_text from enterprise');
    await session.query('alter table enterprise enable trigger search_added');
    await session.query(`set maintenance_work_mem = '1GB'`);
    for (const { definition } of indexes) await session.query(definition);
    await session.query('vacuum (analyze) enterprise, enterprise_search');
    await session.query('checkpoint');
  });
}

const storeBatch = (db: Database, rows: readonly object[]) =>
  db.query(
    `insert into enterprise (${Object.keys(columns).join(', ')})
     select * from jsonb_to_recordset($1::jsonb) as r(${Object.entries(columns)
       .map(([name, type]) => `${name} ${type}`)
       .join(', ')})`,
    [JSON.stringify(rows)],
  );

/** There are a million query numbers per day: those of the next million rows are ten years older. */
const apart = (number: string | null, millions: number) =>
  number && `QY${Number(number.slice(2, 6)) - 10 * millions}${number.slice(6)}`;

/** Keys begin at 1 in an empty table, like the numbers of the generator. */
function storedForm(
  { no, parent_no, lng, lat, created_at, legal_id_no, ...row }: EnterpriseRow,
  seal: EncryptionAndSigning,
) {
  return {
    ...row,
    query_no: apart(row.query_no, Math.floor((no - 1) / 1_000_000)),
    parent_id: parent_no,
    place: `(${lng},${lat})`,
    createtime: created_at,
    legal_id_no: seal.seal(legal_id_no, maskIdNumber(legal_id_no)),
  };
}
