import type { Database } from '#server/db/open-database.ts';
import type { Options } from '../options.ts';
import { loadWithoutIndexes } from '../support/load-without-indexes.ts';

/** Past checks of each enterprise, and checks that wait for an approval. */
const pastChecksEach = 10;
export const pendingChecks = 24_000;

const prefecture = '530100';
const columns = `source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode,
  window_from, window_to, started_at, status, result_code, check_no`;

export const pastChecksOf = ({ rows }: Pick<Options, 'rows'>): number => rows * pastChecksEach;

/**
 * Loads the checks of five years, two officers each, spread over the active enterprises, and approvals that wait, each of an
 * enterprise of its own where there are enough. Without the pipeline, as bench data are.
 */
export async function loadChecks(
  db: Database,
  { rows }: Pick<Options, 'rows'>,
  log: (line: string) => void,
): Promise<void> {
  const pastChecks = pastChecksOf({ rows });
  const loaded = await db.row<{ n: number }>('select count(*)::int as n from enforcement_check');
  if ((loaded?.n ?? 0) >= pastChecks) return;
  const started = performance.now();
  const officers = await loadBureau(db);
  const department = `(select min(id) from auth_department where area_code = '${prefecture}')`;
  await db.query(
    'create temporary table firm as select row_number() over (order by id) - 1 as place, id, name, area_code from enterprise where status = $1',
    ['active'],
  );
  await db.query('create unique index on firm (place)');
  await db.query(`update enterprise set risk_class = 'D' where status = 'active' and risk_class is distinct from 'D'`);
  await loadWithoutIndexes(
    db,
    ['enforcement_check', 'enforcement_check_officer', 'enforcement_check_answer'],
    async () => {
      // five years, before this one: they are read, and use up no cap of this year
      const day = `((make_date(extract(year from now())::int, 1, 1) - 1 - (n % 1700)::int) + time '10:00') at time zone 'Asia/Shanghai'`;
      for (let from = 0; from < pastChecks; from += 100_000)
        await db.query(
          `insert into enforcement_check (${columns})
          select 'routine', '旅游法第八十五条', 'lodging', ${department}, 'enterprise', f.id, f.name, f.area_code, (${day})::date, 'advance', ${day}, ${day} + interval '2 hours', ${day},
            'closed', case n % 3 when 0 then 'ordered_to_correct' else 'no_problem' end, 'JCP' || n
          from generate_series($1::int, $2::int) n join firm f on f.place = (n * 7919::bigint) % (select count(*) from firm)`,
          [from, Math.min(from + 100_000, pastChecks) - 1],
        );
      await db.query(
        `insert into enforcement_check (${columns})
        select 'routine', '旅游法第八十五条', 'lodging', ${department}, 'enterprise', f.id, f.name, f.area_code, current_date + 20, 'advance',
          now() + interval '3 days', now() + interval '3 days 2 hours', null, 'pending_approval', null, null
        from generate_series(0, $1::int - 1) n join firm f on f.place = n % (select count(*) from firm)`,
        [pendingChecks],
      );
      await db.query(
        // with certificate and lead, as cycles and draws draft them
        `insert into enforcement_check_officer (check_id, officer_id, lead, cert_no, weigh)
        select c.id, f.id, g.n = 0, f.cert_no, g.n from enforcement_check c cross join generate_series(0, 1) g (n)
        join library_officer f on f.id = ($1::bigint[])[1 + ((c.id * 2 + g.n) % cardinality($1::bigint[]))::int]`,
        [officers],
      );
      await db.query(
        `insert into enforcement_check_answer (check_id, item_id, weigh)
        select c.id, i.id, i.place from enforcement_check c,
          (select id, row_number() over (order by id) as place from library_check_item where status = 'published' order by id limit 8) i
        where c.status = 'pending_approval'`,
      );
      await db.query(`insert into enforcement_check_search select id, search_text from enforcement_check`);
      await db.query(
        `with names as materialized (select object_name, lower(fold_traditional(object_name)) as name from enforcement_check group by 1)
        insert into search_name select 'enforcement/check', c.id, n.name, n.initials
        from (select object_name, name, pinyin_initials(name) as initials from names) n join enforcement_check c using (object_name)`,
      );
    },
  );
  await db.query('analyze enforcement_check, enforcement_check_officer, enforcement_check_answer, enterprise');
  await db.query('drop table firm');
  log(`${pastChecks} past checks, ${pendingChecks} waiting (${((performance.now() - started) / 1000).toFixed(0)} s)`);
}

/** A bureau with as many certified officers as a prefecture has. Returns the officers. */
export async function loadBureau(db: Database): Promise<number[]> {
  await db.query(
    `insert into auth_department (name, kind, area_code) select '某局', 'bureau', $1
      where not exists (select from auth_department where area_code = $1)`,
    [prefecture],
  );
  await db.query(
    `with a as (
      insert into auth_admin (username, nickname, password, group_arr, area_code)
      select 'bench-officer-' || n, '执法员', password, group_arr, $1 from auth_admin, generate_series(1, 300) n
      where username = 'bench' and not exists (select from library_officer) returning id)
    insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, domains, area_code, capacity, status)
    select a.id, '执法员', '13888001234', 'BENCH-' || a.id, '云南省人民政府', current_date + 700, '{lodging,travel}', $1, 1000, 'verified' from a`,
    [prefecture],
  );
  const rows = await db.rows<{ id: number }>('select id from library_officer order by id');
  return rows.map(({ id }) => id);
}
