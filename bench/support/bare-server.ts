/**
 * The baseline: `node:http`, `pg` with eight connections, unnamed statements, plain SQL with the same columns as the
 * product's lists, records and forms, `JSON.stringify`. It knows no caller, no permission, no validation, no history.
 */
import http from 'node:http';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { hasColumn } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { readRequestedColumns } from '#server/read/condition/read-requested-columns-of-list.ts';
import { defaultTableSettings, requestedColumns } from '#web/table/columns/column-settings.ts';
import { writeBareSheet } from './bare-sheet.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 });

const visible = Object.entries(allColumnsOf(enterprise)).filter(
  ([, one]) => one.privacy !== 'hidden' && hasColumn(one),
);
const recordColumns = visible.map(([name]) => name).join(', ');
const shown = readRequestedColumns(enterprise, requestedColumns(defaultTableSettings(enterprise)));
const listColumns = visible
  .map(([name]) => name)
  .filter((name) => shown?.has(name))
  .join(', ');

type Query = URLSearchParams;

/** Orders by name: as in the product, and by the default collation of a table. */
const orders: Readonly<Record<string, string>> = { pinyin: 'name collate pinyin, id', bytes: 'name, id' };

async function list(query: Query, counted: boolean): Promise<object> {
  const values: unknown[] = [];
  const parts: string[] = [];
  for (const name of ['area_code', 'status']) {
    const value = query.get(name);
    if (value !== null) parts.push(`${name} = $${values.push(value)}`);
  }
  const prefix = query.get('area_prefix');
  if (prefix !== null) parts.push(`area_code like $${values.push(`${prefix}%`)}`);
  const keyword = query.get('keyword');
  if (keyword !== null) parts.push(`name like $${values.push(`%${keyword}%`)}`);
  const where = parts.length > 0 ? `where ${parts.join(' and ')}` : '';
  const columns = query.has('whole') ? recordColumns : listColumns;
  const page = `limit $${values.length + 1} offset $${values.length + 2}`;
  const rows = pool.query(
    `select ${columns} from enterprise ${where} order by ${orders[query.get('order') ?? ''] ?? 'id desc'} ${page}`,
    [...values, Number(query.get('limit')), Number(query.get('offset') ?? 0)],
  );
  if (!counted) return { list: (await rows).rows };
  const count = pool.query<{ count: string }>(`select count(*) from enterprise ${where}`, values);
  const [page_, total] = await Promise.all([rows, count]);
  return { list: page_.rows, total: Number(total.rows[0]?.count) };
}

async function read(query: Query): Promise<object> {
  const { rows } = await pool.query(`select ${recordColumns} from enterprise where id = $1`, [query.get('id')]);
  return { row: rows[0] };
}

async function add(body: Record<string, unknown>): Promise<object> {
  const names = Object.keys(body);
  const marks = names.map((_, at) => `$${at + 1}`).join(', ');
  const { rows } = await pool.query(
    `insert into enterprise (${names.join(', ')}) values (${marks}) returning id`,
    Object.values(body),
  );
  return { id: rows[0].id };
}

/** A row and its child rows, in one transaction of two inserts. */
async function addWhole({ row, rows }: { row: Record<string, unknown>; rows: Record<string, unknown>[] }) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const names = Object.keys(row);
    const { rows: added } = await client.query(
      `insert into enterprise_insurance (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
      Object.values(row),
    );
    const values: unknown[] = [];
    const lines = rows.map(
      ({ name, amount, from_on }, weigh) =>
        `(${[added[0].id, name, amount, from_on, weigh].map((value) => `$${values.push(value)}`).join(', ')})`,
    );
    await client.query(
      `insert into enterprise_cover (insurance_id, name, amount, from_on, weigh) values ${lines.join(', ')}`,
      values,
    );
    await client.query('commit');
    return { id: added[0].id };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** A row with the rows that belong to it by `key`, in one transaction of an insert for each table, its own first. */
async function addFamily(key: string, alone: readonly string[], tables: Record<string, Record<string, unknown>[]>) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    let id = 0;
    for (const [table, rows] of Object.entries(tables)) {
      const names = Object.keys(rows[0] ?? {});
      const keys = alone.includes(table) ? [] : [key];
      const values: unknown[] = [];
      const lines = rows.map((row) => {
        const marks = [...keys.map(() => id), ...names.map((name) => row[name])].map(
          (value) => `$${values.push(value)}`,
        );
        return `(${marks.join(', ')})`;
      });
      const { rows: added } = await client.query(
        `insert into ${table} (${[...keys, ...names].join(', ')}) values ${lines.join(', ')} returning id`,
        values,
      );
      id ||= added[0].id;
    }
    await client.query('commit');
    return { id };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Camera readings, by `copy`: the rows of a batch without validation. */
async function copyCaptures({ source, rows }: { source: number; rows: { plate: string; at: number; spot: string }[] }) {
  const client = await pool.connect();
  try {
    const into = client.query(copyFrom('copy enforcement_capture (of_id, source, at, plate, spot) from stdin'));
    const lines = rows.map(
      ({ plate, at, spot }) => `${source}\tbare ${plate}\t${new Date(at * 1000).toISOString()}\t${plate}\t${spot}\n`,
    );
    into.end(lines.join(''));
    await finished(into);
    return { stored: rows.length };
  } finally {
    client.release();
  }
}

/** Counts of visitors, by `copy` into a table with only the columns and the key (bench/scenic/ingest.ts). */
async function copyCounts({ rows }: { rows: { of: number; at: number; entered: number; departed: number }[] }) {
  const client = await pool.connect();
  try {
    const into = client.query(copyFrom('copy bench_flow (of_id, source, at, entered, departed) from stdin'));
    const lines = rows.map(
      ({ of, at, entered, departed }) => `${of}\tbare\t${new Date(at * 1000).toISOString()}\t${entered}\t${departed}\n`,
    );
    into.end(lines.join(''));
    await finished(into);
    return { stored: rows.length };
  } finally {
    client.release();
  }
}

/**
 * The vehicle of a plate, its current teams with their guides and vehicles, and its last checks, as the roadside lookup
 * shows them.
 */
async function findPlate(query: Query): Promise<object> {
  const plate = query.get('plate');
  const { rows: found } = await pool.query(
    'select v.id, v.plate, v.seats, v.status, e.name as enterprise, v.permit_valid_to, v.inspect_valid_to, v.insurance_valid_to from crew_vehicle v join enterprise e on e.id = v.enterprise_id where v.plate = $1',
    [plate],
  );
  const { rows: teams } = await pool.query(
    `select t.id, t.team_no, t.status, t.start_at, t.end_at, t.tourist_count, (select e.name from enterprise e where e.id = t.agency_id) as agency,
      (select json_agg(json_build_object('plate', v.plate, 'seats', v.seats)) from travel_assigned_vehicle v where v.itinerary_id = t.id) as plates,
      (select json_agg(json_build_object('id', g.id, 'name', g.name, 'card_no', g.card_no, 'mobile', g.mobile)) from travel_assigned_guide a join crew_guide g on g.id = a.guide_id where a.itinerary_id = t.id) as guides,
      (select json_agg(json_build_object('id', d.id, 'name', d.name, 'mobile', d.mobile)) from travel_assigned_vehicle a join crew_driver d on d.id in (a.driver_id, a.second_driver_id) where a.itinerary_id = t.id) as drivers,
      (select json_agg(json_build_object('name', s.name, 'poi_type', s.poi_type, 'at', s.plan_arrive)) from travel_itinerary_stop s where s.itinerary_id = t.id) as stops,
      (select json_agg(json_build_object('code', f.code, 'summary', f.summary)) from travel_finding f where f.itinerary_id = t.id) as findings,
      exists (select from insurance_policy p where p.enterprise_id = t.agency_id and p.kind = 'liability' and p.verification = 'verified'
        and p.status in ('valid', 'changing') and p.from_on <= t.start_at::date and p.to_on >= t.end_at::date) as insured
    from travel_assigned_vehicle a join travel_itinerary t on t.id = a.itinerary_id
    where a.vehicle_id = $1 and t.start_at < now() + interval '12 hours' and t.end_at > now() - interval '12 hours'`,
    [found[0]?.id],
  );
  const { rows: checks } = await pool.query(
    'select createtime, result, headcount, place_name from enforcement_roadside_check where plate = $1 order by id desc limit 5',
    [plate],
  );
  return { vehicle: found[0], teams, checks };
}

async function readBody<T>(request: http.IncomingMessage): Promise<T> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as T;
}

/** Menu rules in memory: an answer of the given size. */
const rules: object[] = [];
function listRules(bytes: number): object {
  const rule = {
    type: 'button',
    title: '查看',
    icon: '',
    menu_type: null,
    url: '',
    component: '',
    extend: 'none',
    keepalive: 0,
  };
  const one =
    Buffer.byteLength(
      JSON.stringify({ id: 1000, pid: 1000, ...rule, name: 'area/name/index', path: 'area/name/index' }),
    ) + 1;
  while (rules.length < bytes / one) {
    const name = `area/name/${rules.length}`;
    rules.push({ id: 1000 + rules.length, pid: 1000, ...rule, name, path: name });
  }
  return { list: rules };
}

async function answer(request: http.IncomingMessage): Promise<object> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare');
  switch (pathname) {
    case '/list':
      return list(searchParams, false);
    case '/counted':
      return list(searchParams, true);
    case '/rules':
      return listRules(Number(searchParams.get('bytes')));
    case '/sheet':
      return writeBareSheet(pool, Number(searchParams.get('id')));
    case '/read':
      return read(searchParams);
    case '/add':
      return add(await readBody(request));
    case '/whole':
      return addWhole(await readBody(request));
    case '/team':
      return addFamily('itinerary_id', ['travel_itinerary'], await readBody(request));
    case '/check':
      return addFamily('check_id', ['enforcement_check', 'routine_attachment'], await readBody(request));
    case '/complaint':
      return addFamily('complaint_id', ['complaint'], await readBody(request));
    case '/copy':
      return copyCaptures(await readBody(request));
    case '/copy-counts':
      return copyCounts(await readBody(request));
    case '/plate':
      return findPlate(searchParams);
    default:
      return {};
  }
}

const server = http.createServer((request, response) => {
  answer(request).then(
    (data) => {
      const text = JSON.stringify({ code: 1, msg: '', time: Math.floor(Date.now() / 1000), data });
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error: unknown) => response.writeHead(500, { 'content-length': 0 }).end(() => console.error(error)),
  );
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
