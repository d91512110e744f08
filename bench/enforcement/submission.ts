import { randomBytes } from 'node:crypto';
import type { Database } from '#server/db/open-database.ts';
import type { Comparison } from '../support/comparison.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import { loadBureau } from './load-checks.ts';

/** What one check holds, and checks that wait to be submitted: each is submitted once. */
const answers = 40;
const pictures = 12;
const recordedChecks = 14_000;
const summary = '经现场检查，消防通道、住宿登记与明码标价符合要求，未发现违法违规行为。';
const tables = ['enforcement_check_officer', 'enforcement_check_answer', 'enforcement_check_signature'] as const;

type Row = Readonly<Record<string, unknown>>;

/** Submitting a recorded check, which seals it and stores its signatures, against the inserts of such a check. */
export function submissionComparison({ db, product, bare }: MeasuredServers, token: string): Comparison {
  return {
    name: 'submit',
    title: `submission of a check of ${answers} answers and ${pictures} pictures, against its inserts`,
    target: 0.3,
    async sides() {
      const recorded = await loadRecordedChecks(db);
      const whole = await readWholeCheck(db, recorded[0] ?? 0);
      let made = 0;
      return {
        product: {
          port: product.port,
          headers: `batoken: ${token}\r\nserver: 1\r\naccept: application/json\r\nthink-lang: zh-cn\r\n`,
          next() {
            const id = recorded.pop();
            if (id === undefined) throw new RangeError(`more than ${recordedChecks} were submitted: fewer --rounds`);
            const body = {
              id,
              summary,
              signature_officer: signature(),
              signature_second_officer: signature(),
              signature_object: signature(),
              evidence_at: Math.floor(Date.now() / 1000),
            };
            const key = randomBytes(16).toString('hex');
            return { method: 'POST', path: '/admin/enforcement.check/submit', body: JSON.stringify(body), key };
          },
          check(data) {
            const { status } = (data as { row?: { status?: string } }).row ?? {};
            if (status !== 'submitted') throw new Error(`the check is ${status}`);
          },
        },
        bare: {
          port: bare.port,
          headers: '',
          next() {
            made += 1;
            const files = whole.files.map((one, at) => {
              const name = `${process.pid}/${made}/${at}`;
              return { ...one, url: `/bare/${name}.jpg`, sha1: name };
            });
            const body = JSON.stringify({ enforcement_check: [whole.check], ...whole.of, routine_attachment: files });
            return { method: 'POST', path: '/check', body };
          },
          check(data) {
            if (!Number((data as { id?: number }).id)) throw new Error('nothing was added');
          },
        },
      };
    },
  };
}

/** Drawn by finger: a dozen lines of twenty points. */
const signature = () => ({
  strokes: Array.from({ length: 12 }, (_, line) =>
    Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 60 * line + 3 * at : 90 + ((at * 7 + line) % 120))),
  ),
});

/** Checks of enterprises whose items are all answered, with pictures; the first officer is the account that submits. */
async function loadRecordedChecks(db: Database): Promise<number[]> {
  await loadBureau(db);
  await db.query(`insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, domains, area_code, capacity, status)
    select id, '执法员', '13888001234', 'BENCH-' || id, '云南省人民政府', current_date + 700, '{lodging,travel}', '530100', 500, 'verified'
    from auth_admin a where username = 'admin' and not exists (select from library_officer o where o.admin_id = a.id)`);
  const checks = await db.rows<{ id: number }>(
    `insert into enforcement_check (source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode,
        direct_reason, window_from, window_to, approved_at, started_at, started_place, party_name, party_post, status)
      select 'routine', '旅游法第八十五条', 'lodging', (select min(id) from auth_department), 'enterprise', e.id, e.name, e.area_code,
        current_date + 10, 'direct', 'evidence', now() - interval '2 hours', now() + interval '8 hours', now() - interval '3 hours',
        now() - interval '1 hour', point(102.7122, 25.0406), '张经理', '店长', 'recording'
      from generate_series(0, $1::int - 1) n
        join (select row_number() over (order by id) - 1 as place, id, name, area_code from enterprise where status = 'active' limit 1000) e
          on e.place = n % 1000 returning id`,
    [recordedChecks],
  );
  const ids = checks.map(({ id }) => id);
  await db.query(
    `insert into enforcement_check_officer (check_id, officer_id, cert_no, lead, weigh, accepted_at, arrived_at)
      select c, o.id, o.cert_no, o.lead, case when o.lead then 1 else 2 end, now() - interval '2 hours', now() - interval '1 hour'
      from unnest($1::bigint[]) c, lateral (
        (select id, cert_no, true as lead from library_officer where admin_id = (select id from auth_admin where username = 'admin'))
        union all (select id, cert_no, false from library_officer where name = '执法员' and cert_no like 'BENCH-%'
          and admin_id <> (select id from auth_admin where username = 'admin') and domains @> '{lodging}' order by id offset c % 300 limit 1)) o`,
    [ids],
  );
  await db.query(
    `insert into routine_attachment (url, name, size, mimetype, sha1, sha256, sm3, private, admin_id, createtime)
      select '/bench/' || c || '/' || n || '.jpg', 'picture.jpg', 180000, 'image/jpeg', md5(c || '/' || n), md5(c || '/' || n) || md5(n || '/' || c),
        md5(c || '/' || n) || md5(n || '/' || c), true, (select id from auth_admin where username = 'admin'), now()
      from unnest($1::bigint[]) c, generate_series(1, ${pictures}) n`,
    [ids],
  );
  await db.query(
    `insert into enforcement_check_answer (check_id, item_id, weigh, answer, note, evidence, place, answered_at, answered_by, client_time, status)
      select c, i.id, i.n, 'yes', '现场查看，符合要求', case when i.n <= ${pictures} then array['/bench/' || c || '/' || i.n || '.jpg'] end,
        point(102.7122, 25.0406), now(), (select id from auth_admin where username = 'admin'), now(), 'answered'
      from unnest($1::bigint[]) c, (select id, row_number() over (order by evidence = 'photo' desc, id) as n from (
        (select id, evidence from library_check_item where status = 'published' and evidence = 'photo' order by id limit ${pictures})
        union all (select id, evidence from library_check_item where status = 'published' and evidence = 'none' order by id limit ${answers})) i
        order by n limit ${answers}) i`,
    [ids],
  );
  await db.query(
    'analyze enforcement_check, enforcement_check_officer, enforcement_check_answer, routine_attachment, library_officer',
  );
  return ids;
}

/** The rows of a check as the bare server stores them, with the record and the signatures that a submission adds. */
async function readWholeCheck(db: Database, id: number) {
  const rowsOf = async (table: string, where: string): Promise<Row[]> => {
    const rows = await db.rows<{ one: Row }>(
      `select to_jsonb(t) - '{id,check_id,search_text,version,createtime,updatetime,due_at}'::text[] as one from ${table} t where ${where} order by id`,
    );
    return rows.map(({ one }) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)));
  };
  const [check = {}] = await rowsOf('enforcement_check', `id = ${id}`);
  const [officers, answered] = [
    await rowsOf(tables[0], `check_id = ${id}`),
    await rowsOf(tables[1], `check_id = ${id}`),
  ];
  if (answered.length !== answers) throw new Error(`a check of ${answered.length} answers`);
  const signed = ['officer', 'officer', 'object'].map((role) => ({ role, name: '张经理', signed_at: new Date() }));
  return {
    check: { ...check, summary, seal: '0'.repeat(64), submitted_at: new Date(), status: 'submitted' },
    of: { [tables[0]]: officers, [tables[1]]: answered, [tables[2]]: signed },
    files: await rowsOf('routine_attachment', `url like '/bench/${id}/%'`),
  };
}
