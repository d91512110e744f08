import { randomBytes } from 'node:crypto';
import { loadCounties } from '#modules/demo/server/generate/county-shapes-and-random-points.ts';
import { type EnterpriseRow, generateEnterprises } from '#modules/demo/server/generate/generate-enterprises.ts';
import type { Options } from '../options.ts';
import type { Comparison } from '../support/comparison.ts';
import type { Request, Side } from '../support/drive.ts';
import { firstAddedNumber, prefecture, seed } from '../support/load-enterprises.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';

const api = '/admin/enterprise.enterprise';
/** New rows generated at a time. */
const block = 2000;
/** Rows each caller edits or moves in turn; nobody else touches them. */
const own = 100;

const post = (path: string, body: object): Request => ({ method: 'POST', path, body: JSON.stringify(body) });
/** With a new key each time, like the browser. */
const once = (path: string, body: object): Request => ({ ...post(path, body), key: randomBytes(16).toString('hex') });

/** The comparisons of writes: each against one bare insert. */
export function writeComparisons(
  { db, product, bare, headers }: MeasuredServers,
  { connections, rows, resources }: Options,
): Comparison[] {
  const ours = (next: Side['next'], check: Side['check'] = () => {}): Side => ({
    port: product.port,
    headers,
    next,
    check,
  });
  const insert = async (): Promise<Side> => {
    const next = await newRows();
    return {
      port: bare.port,
      headers: '',
      next: () => {
        const { place, legal_id_no, ...row } = next();
        const plain = { place: `(${place.lng},${place.lat})`, legal_id_no: JSON.stringify(legal_id_no) };
        return post('/add', { ...row, ...plain });
      },
      check: checkAdded,
    };
  };
  let invented = firstAddedNumber(rows);
  const newRows = async () => {
    const counties = await loadCounties(prefecture);
    let waiting: EnterpriseRow[] = [];
    return () => {
      if (waiting.length === 0) {
        const now = new Date().toISOString();
        waiting = [...generateEnterprises({ counties, count: block, seed, now, offset: invented })];
        invented += block;
      }
      return formOf(waiting.pop() as EnterpriseRow);
    };
  };

  /** Each caller's own active rows in turn, with the version the caller knows. */
  const rowsInTurn = async () => {
    const chosen = await db.rows<{ id: number; version: number }>(
      `select id, version from enterprise where status = 'active' order by md5(id::text) limit $1`,
      [own * connections],
    );
    const places = new Array<number>(connections).fill(0);
    return (connection: number) => {
      const place = places[connection] ?? 0;
      places[connection] = place + 1;
      const row = chosen[connection * own + (place % own)] as { id: number; version: number };
      return { row, round: Math.floor(place / own) };
    };
  };

  return [
    {
      name: 'add',
      title: 'add with a key, against one bare insert',
      target: 0.6,
      sides: async () => {
        const next = await newRows();
        return { product: ours(() => once(`${api}/add`, next()), checkAdded), bare: await insert() };
      },
    },
    {
      name: 'edit',
      title: 'edit with a key, against one bare insert',
      target: 0.85,
      sides: async () => {
        const next = await rowsInTurn();
        return {
          product: ours((connection) => {
            const { row, round } = next(connection);
            const { id, version } = row;
            row.version++;
            const employees = ((id + round) % 90) + 1;
            return once(`${api}/edit`, {
              id,
              version,
              employees,
              contact_name: `张第${'一二三四五六七八九十'.charAt(round % 10)}`,
              website: '',
            });
          }),
          bare: await insert(),
        };
      },
    },
    {
      name: 'move',
      title: 'move with a key, against one bare insert',
      target: 0.5,
      sides: async () => {
        const next = await rowsInTurn();
        return {
          product: ours(
            (connection) => {
              const { row, round } = next(connection);
              const { id } = row;
              // without a version: scores that are updated meanwhile may change the class of the enterprise
              const input = { document_no: `昆文综罚字〔2026〕${id}号`, reason: '现场检查发现的问题' };
              return once(`${api}/${round % 2 === 0 ? 'suspend' : 'resume'}`, { id, ...input });
            },
            (data) => {
              const status = (data as { row?: { status?: string } }).row?.status;
              if (status !== 'suspended' && status !== 'active') throw new Error(`moved to ${status}`);
            },
          ),
          bare: await insert(),
        };
      },
    },
    ...(resources === 60 ? [parentWork({ ours, bare })] : []),
  ];
}

/** Rows in the form of one insurance (test/example/). */
const covers = 40;

/** A form with child rows, stored in one write: against two inserts in one transaction. */
function parentWork({
  ours,
  bare,
}: {
  ours: (next: Side['next'], check: Side['check']) => Side;
  bare: MeasuredServers['bare'];
}): Comparison {
  let made = 0;
  const next = () => {
    made++;
    const row = {
      enterprise_id: 1 + (made % 1000),
      policy_no: `PL${process.pid}-${made}`,
      insurer: '人保财险云南省分公司',
      starts_on: '2026-01-01',
      ends_on: '2026-12-31',
    };
    const rows = Array.from({ length: covers }, (_, at) => ({ name: `承保项目 ${at + 1}`, from_on: '2026-01-01' }));
    return { row, rows };
  };
  return {
    name: 'parent',
    title: `add a row with ${covers} rows within it with a key, against two bare inserts`,
    target: 0.4,
    sides: async () => ({
      product: ours(() => {
        const { row, rows } = next();
        const body = { ...row, premium: '1200.00', covers: rows.map((one) => ({ ...one, amount: '500000.00' })) };
        return once('/admin/enterprise.insurance/add', body);
      }, checkAdded),
      bare: {
        port: bare.port,
        headers: '',
        next: () => {
          const { row, rows } = next();
          const body = { row: { ...row, premium: 120_000 }, rows: rows.map((one) => ({ ...one, amount: 50_000_000 })) };
          return post('/whole', body);
        },
        check: checkAdded,
      },
    }),
  };
}

function checkAdded(data: unknown): void {
  if (!Number((data as { id?: number }).id)) throw new Error('nothing was added');
}

/** The form of a new enterprise: of one type, with one of its grades. */
function formOf(row: EnterpriseRow) {
  const { name, short_name, uscc, reg_capital, reg_date, biz_scope, employees, email } = row;
  const { legal_person, legal_id_type, legal_id_no, legal_mobile, contact_name, contact_mobile } = row;
  const { reg_area_code, area_code, address, lng, lat } = row;
  return {
    name,
    short_name,
    uscc,
    ent_type: 'homestay',
    grade: 'homestay_b',
    reg_capital: Math.round(reg_capital / 100),
    reg_date,
    biz_scope,
    employees,
    email,
    legal_person,
    legal_id_type,
    legal_id_no,
    legal_mobile,
    contact_name,
    contact_mobile,
    reg_area_code,
    area_code,
    address,
    place: { lng, lat },
  };
}
