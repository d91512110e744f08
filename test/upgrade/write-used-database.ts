/**
 * npx tsx test/upgrade/write-used-database.ts FILE: writes the data of a used database of the version that is checked out
 * as gzipped SQL for load-used-database.ts. Its schema comes from the migrations up to that version, which never change.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadDemoEnterprisesAndAddAllOtherDemoData } from '#modules/demo/server/load-demo-enterprises-and-add-all-other-demo-data.ts';
import { createDemoAccounts } from '#modules/identity/server/account/create-demo-accounts.ts';
import { createFirstGroupsAndAdmin } from '#modules/identity/server/account/create-first-accounts.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import { startSession } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { readConfig } from '#server/config.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import { createLog } from '#server/log.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import { startServer } from '#server/start/start-server-with-database-and-jobs.ts';

const [file] = process.argv.slice(2);
if (!file) throw new Error('npx tsx test/upgrade/write-used-database.ts FILE.sql.gz');

/** Tables whose rows nobody misses after an upgrade, and large ones that the test does not read. */
const leftOut = new Set(
  `migration token session idempotency system_area
  travel_tourist travel_itinerary_stop travel_itinerary_day travel_dispatch travel_assigned_vehicle travel_assigned_guide
  travel_product travel_product_stop travel_product_price travel_product_day travel_product_extra
  crew_guide crew_driver crew_vehicle crew_rating`.split(/\s+/),
);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-upgrade-'));
fs.chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), volatile: true });
const server = await openDatabase({ ...postgres.address, max: 1 });
for (const name of ['pristine', 'used']) await server.query(`create database ${name}`);
const open = (database: string) => openDatabase({ ...postgres.address, database, max: 10 });
const [pristine, used] = await Promise.all([open('pristine'), open('used')]);
try {
  await migrateDatabase(pristine);
  await migrateDatabase(used);
  await fillDatabase(used);
  const sql = [...(await addedTriggers()), ...(await changedRows()), ...(await waitingTasks())].join('\n');
  fs.writeFileSync(file, gzipSync(`${sql}\n`, { level: 9 }));
} finally {
  await Promise.all([pristine.close(), used.close(), server.close()]);
  await postgres.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}

/**
 * Fills a database as people do: the demonstration, views, preferences, drafts, settings, messages, an import cut off.
 */
async function fillDatabase(db: Database): Promise<void> {
  const config = readConfig({ PORT: '0', DATA_DIR: folder, DEMO: '0', CAPTCHA: '0', RATE_LIMIT: '0' });
  const log = createLog({ level: 'warn' });
  const platform = await createEngine({ db, config, log, resources, modules: serverModules });
  const { engine } = platform;
  await createFirstGroupsAndAdmin(engine);
  await createDemoAccounts(engine, '530100', 'Upgrade-2026');
  await loadDemoEnterprisesAndAddAllOtherDemoData(engine, { areaCode: '530100', count: 12, seed: 5 });
  const running = await startServer({ platform, config, log });
  const admin = await db.row<{ id: number }>(`select id from auth_admin where username = 'admin'`);
  const session = await startSession(
    db,
    { type: 'admin', id: admin?.id ?? 0 },
    { ip: '127.0.0.1', userAgent: 'test' },
    { seconds: config.tokenTtl, persistent: true, confirmed: true },
  );
  const post = async (url: string, payload: object) => {
    const answer = await running.app.inject({
      method: 'POST',
      url,
      headers: { server: 'true', batoken: session.token },
      payload,
    });
    const { code } = JSON.parse(answer.body) as { code: number };
    if (code !== 1) throw new Error(`${url}: ${answer.body}`);
  };
  const list = 'enterprise/enterprise';
  await post('/admin/auth.view/add', { name: '在营企业', list, address: 'status.eq=active', audience: 'all' });
  const preferences = { [`views:${list}`]: [{ name: '待审的', address: 'status.eq=submitted' }], triage: { size: 20 } };
  for (const [key, value] of Object.entries(preferences)) await post('/admin/preference/save', { key, value });
  await post('/admin/system.setting/save', {
    section: 'sms',
    values: { receipts_asked: '1', quiet_from: '00:00:00', quiet_to: '00:00:00' },
    versions: {},
  });
  await running.stop();
  platform.relay.stop();
  await db.query(`
    insert into enterprise_draft (mobile, data) values ('13800138000', '{"name": "滇池客栈", "step": 2}');
    insert into auth_sign_in (hash, admin_id, keep, by, factor_done, expiretime)
      select 'ticket', id, true, 'password', false, now() + interval '15 minutes' from auth_admin where username = 'admin';
    update auth_admin set device_told = '2026-11-01 08:00+08' where username = 'admin';
    insert into call_budget (minute, key, budget, wanted, taken, granted) values (29000000, 'all', 600, 1, 7, 7);
    insert into message_ending_told (resource, row_id, field, last_day, days)
      select 'enterprise/licence', id, 'expire_date', '2099-01-01', 30 from enterprise_licence order by id limit 1;
    insert into schedule_run (name, due_at, asked_by, status, starttime, finishtime)
      values ('deliver_messages', '2026-11-20', 'admin', 'done', '2026-11-20', '2026-11-20');
    insert into travel_look (lane, begun_at, teams, kept, ended_at) values (0, '2026-11-20', 9, 4, '2026-11-20')
      on conflict (lane) do update set teams = 9, kept = 4;
    insert into message_sms (mobile, template_code, content, letter, status)
      select '1390000000' || n, 'claim_refused', '认领未通过', letter, status
      from (values (1, 'queued', 'sealed with the key of its server'), (2, 'sent', null)) as each (n, status, letter);
    insert into message_sms_asked (sms_id, next_at, times) select id, '2099-01-01', 3 from message_sms where status = 'sent';
    insert into job (kind, title, admin_id, status, progress, done, total)
      select 'import', '导入企业', id, 'running', 0.5, 5, 10 from auth_admin where username = 'admin';
    insert into import_progress (job_id, through_row, imported) select id, 5, 4 from job where kind = 'import';
    insert into import_refusal (job_id, row_no, errors) select id, 3, '[]' from job where kind = 'import';
    select graphile_worker.add_job('deliver_message', json_build_object('queue', 'message_sms', 'id', id)) from message_sms where status = 'queued';
    update schedule set next_at = '2100-01-01'`);
}

/** What the program creates at its start: the functions and triggers that maintain materialised measures. */
async function addedTriggers(): Promise<string[]> {
  const made = `select pg_get_functiondef(p.oid) as text from pg_proc p where pronamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal and tgparentid = 0`;
  const before = new Set((await pristine.rows<{ text: string }>(made)).map(({ text }) => text));
  const now = await used.rows<{ text: string }>(made);
  return now.filter(({ text }) => !before.has(text)).map(({ text }) => `${text};`);
}

/**
 * Statements that fill every table whose rows differ from those of a new database. Partitioned ones are logs:
 * partitions for their days are created over time.
 */
async function changedRows(): Promise<string[]> {
  const tables = await used.rows<{ name: string; columns: string[]; counter: string | null }>(`
    select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum)::text[] as columns,
      max(pg_get_serial_sequence(quote_ident(c.relname), a.attname)) as counter
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
    group by c.relname order by c.relname`);
  const statements: string[] = [];
  for (const { name, columns, counter } of tables) {
    if (leftOut.has(name)) continue;
    const read = `select coalesce(json_agg(t)::text, '[]') as rows from (select ${columns.join(', ')} from "${name}" order by 1, 2) t`;
    const [rows, before] = await Promise.all([used, pristine].map((db) => db.row<{ rows: string }>(read)));
    if (!rows || rows.rows === before?.rows) continue;
    statements.push(`delete from "${name}";
      insert into "${name}" (${columns.join(', ')}) overriding system value
      select ${columns.join(', ')} from json_populate_recordset(null::"${name}", '${rows.rows.replaceAll("'", "''")}');`);
    if (counter) statements.push(`select setval('${counter}', (select coalesce(max(id), 0) + 1 from "${name}"));`);
  }
  return statements;
}

/** Tasks in the queue, whose tables the program creates itself. */
async function waitingTasks(): Promise<string[]> {
  const tasks = await used.rows<{ text: string }>(
    `select format('select graphile_worker.add_job(%L, %L::json);', k.identifier, j.payload) as text
     from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id order by j.id`,
  );
  return tasks.map(({ text }) => text);
}
