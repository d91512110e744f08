import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { defaultTableSettings, requestedColumns } from '#web/table/columns/column-settings.ts';
import { type Comparison, checkPage, compareNames } from '../support/comparison.ts';
import type { Request, Side } from '../support/drive.ts';
import { prefecture } from '../support/load-enterprises.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';

const api = '/admin/enterprise.enterprise/index';
const limit = 20;
/** The first page of a list as the browser requests it, with the columns of the table. */
const first = `${api}?limit=${limit}&columns=${requestedColumns(defaultTableSettings(enterprise))}`;

/** Requests in rotation, the same for both sides. */
function turns<T>(given: readonly T[], request: (one: T) => Request): () => Request {
  const requests = given.map(request);
  let at = 0;
  return () => requests[at++ % requests.length] as Request;
}

const get = (path: string): Request => ({ method: 'GET', path });

const condition = (at: number, field: string, value: string) =>
  `search[${at}][field]=${field}&search[${at}][operator]=eq&search[${at}][val]=${value}`;

/** The comparisons of reads. */
export function readComparisons({ db, product, bare, headers }: MeasuredServers): Comparison[] {
  const both = <T>(
    given: readonly T[],
    ours: (one: T) => string,
    theirs: (one: T) => string,
    check: Side['check'],
  ): { product: Side; bare: Side } => ({
    product: { port: product.port, headers, next: turns(given, (one) => get(ours(one))), check },
    bare: { port: bare.port, headers: '', next: turns(given, (one) => get(theirs(one))), check },
  });

  const plain =
    (total: boolean): Side['check'] =>
    (data) =>
      checkPage(data, { rows: limit, total });

  /** Each county with its active enterprises, which are most of all rows. */
  const filtered = async (total: boolean, requested = first, more = '', check: Side['check'] = plain(total)) =>
    both(
      await db.rows<{ area: string }>(
        `select area_code as area from enterprise where status = 'active' group by 1 having count(*) >= 20 order by md5(area_code)`,
      ),
      ({ area }) =>
        `${requested}&${condition(0, 'status', 'active')}&${condition(1, 'area_code', area)}${total ? '' : '&total=0'}`,
      ({ area }) => `/${total ? 'counted' : 'list'}?limit=${limit}&area_code=${area}&status=active${more}`,
      check,
    );

  /** The states that officers look at, in their whole area. */
  const ownArea = () =>
    both(
      ['active', 'submitted', 'suspended', 'final_review'],
      (status) => `${first}&${condition(0, 'status', status)}`,
      (status) => `/counted?limit=${limit}&area_prefix=${prefecture.slice(0, 4)}&status=${status}`,
      (data) => checkPage(data, { rows: limit, total: true }),
    );

  const middle = async () => {
    const row = await db.row<{ n: number }>('select count(*)::int as n from enterprise');
    return Math.floor((row?.n ?? 0) / 2);
  };

  return [
    {
      name: 'list-total',
      title: 'list of 20 by status and area, newest first, with total',
      target: 6,
      sides: () => filtered(true),
    },
    {
      name: 'list-own',
      title: 'list of 20 by status in the whole own area, with total',
      target: 12,
      sides: async () => ownArea(),
    },
    { name: 'list-plain', title: 'by status and area, without total', target: 0.9, sides: () => filtered(false) },
    {
      name: 'list-whole',
      title: 'the same with every column, as clients ask that name none',
      target: 0.9,
      sides: () => filtered(false, `${api}?limit=${limit}`, '&whole=1'),
    },
    {
      name: 'name-all',
      title: 'first pages of all rows in the order of names, with total',
      target: 3,
      sides: async () =>
        both(
          Array.from({ length: 10 }, (_, page) => page),
          (page) => `${first}&page=${page + 1}&order=name,asc`,
          (page) => `/counted?limit=${limit}&offset=${page * limit}&order=pinyin`,
          (data) => checkPage(data, { rows: limit, total: true, by: compareNames }),
        ),
    },
    {
      name: 'name-sorted',
      title: 'by status and area in the order of names: pinyin, bare: bytes',
      target: 0.6,
      sides: () =>
        filtered(false, `${first}&order=name,asc`, '&order=bytes', (data) =>
          checkPage(data, { total: false, by: () => 0 }),
        ),
    },
    {
      name: 'read',
      title: 'read one',
      target: 0.85,
      sides: async () => {
        const rows = await db.rows<{ id: number }>('select id from enterprise order by md5(id::text) limit 500');
        return both(
          rows,
          ({ id }) => `/admin/enterprise.enterprise/edit?id=${id}`,
          ({ id }) => `/read?id=${id}`,
          (data) => {
            if (!(data as { row?: { uscc?: string } }).row?.uscc) throw new Error('not the row that was due');
          },
        );
      },
    },
    {
      name: 'page',
      title: 'page at half of all rows, with total',
      target: 5,
      sides: async () => {
        const offset = await middle();
        const pages = Array.from({ length: 10 }, (_, at) => Math.floor(offset / limit) + at);
        return both(
          pages,
          (page) => `${first}&page=${page + 1}`,
          (page) => `/counted?limit=${limit}&offset=${page * limit}`,
          (data) => checkPage(data, { rows: limit, total: true }),
        );
      },
    },
    {
      name: 'keyword',
      title: 'keyword of 2 Chinese characters in the name, with total',
      target: 100,
      sides: async () => {
        // common and rare trade names
        const rows = await db.rows<{ word: string }>(
          `select distinct left(short_name, 2) as word from (select short_name from enterprise order by md5(id::text) limit 60) s where short_name ~ '^[一-龥]{2}'`,
        );
        return both(
          rows,
          ({ word }) => `${first}&quick_search=${encodeURIComponent(word)}`,
          ({ word }) => `/counted?limit=${limit}&keyword=${encodeURIComponent(word)}`,
          (data) => checkPage(data, { total: true }),
        );
      },
    },
  ];
}
