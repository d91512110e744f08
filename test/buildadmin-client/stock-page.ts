import { expect } from 'vitest';
import { z } from 'zod';
import type { BuildAdminClient } from './client.ts';
import { type ComparedAs, type Condition, questionsOf, type Row, valueAt } from './search-operators.ts';

/** What is particular to a stock page: all other calls are the same for all of them. */
export interface StockPage {
  /** As the client writes it: `auth.adminLog`. */
  controller: string;
  /** The view of the client, unless it is `/src/views/backend/<path>/index.vue`. */
  view?: string;
  /** The shape of each row of the list by the contract (row-shapes.ts); a tree is flattened. */
  row: z.ZodType;
  /** Its list is a tree: complete, without pages and total. */
  tree?: true;
  /** Columns of the common search. */
  search?: Readonly<Record<string, ComparedAs>>;
  /** Columns with sorting in the header. */
  sorts?: readonly string[];
  /**
   * The form: what it posts for a new row (the n-th), the word by which the row is then found, and what is changed
   * later.
   */
  form?: {
    add: (n: number) => Readonly<Record<string, unknown>>;
    /** A word for which the quick search finds only this row. */
    word: (n: number) => string;
    /** The answer of GET edit. */
    row: z.ZodType;
    change: Readonly<Record<string, unknown>>;
  };
  /** A switch in the list: its field, and the values it goes through. */
  cell?: readonly [field: string, ...values: (string | number)[]];
  /** Rows are dragged by a handle. */
  drag?: true;
  /**
   * Other forms choose from it: what the list of choices shows of a row, what the form sends in addition, and how it
   * narrows the list.
   */
  select?: {
    label: string;
    params?: Readonly<Record<string, unknown>>;
    within?: 'options' | 'list';
    conditions?: readonly Condition[];
  };
  /** Rows are deleted at the end. */
  del?: true;
}

interface List {
  list: Row[];
  total?: number;
  remark: string;
}

/** The calls of one page. */
export function callsOf(client: BuildAdminClient, { controller, tree }: Pick<StockPage, 'controller' | 'tree'>) {
  const at = (action: string) => `/admin/${controller}/${action}`;
  const index = (params: Readonly<Record<string, unknown>> = {}) => client.get<List>(at('index'), params);
  const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);
  return {
    index,
    /** Every row that matches a list's conditions, page by page. */
    async all(params: Readonly<Record<string, unknown>> = {}): Promise<Row[]> {
      if (tree) return flat((await index(params)).list);
      const rows: Row[] = [];
      for (let page = 1; ; page += 1) {
        const { list, total = 0 } = await index({ ...params, page, limit: 100 });
        rows.push(...list);
        if (list.length === 0 || rows.length >= total) return rows;
      }
    },
    search: (...search: Condition[]) => ({ search }),
    form: async (id: number) => (await client.get<{ row: Row }>(at('edit'), { id })).row,
    add: (row: Readonly<Record<string, unknown>>) => client.post(at('add'), row),
    save: (row: Readonly<Record<string, unknown>>) => client.post(at('edit'), row),
    drag: (id: number, targetId: number) => client.post(at('sortable'), { id, targetId }),
    del: (...ids: number[]) => client.del(at('del'), { ids }),
    select: (params: Readonly<Record<string, unknown>>) =>
      client.get<Partial<List> & { options?: Row[] }>(at('index'), { select: true, ...params }),
  };
}

/**
 * All calls of a client for a stock page, in the order of a working session: the page opens, the list loads without
 * parameters and then by pages, it is searched with every operator and sorted by every column; rows are added with
 * exactly the fields of the form, found, edited (the form posts back everything it was given), switched, dragged,
 * chosen in a select of another form, edited in a batch, and deleted. The token expires in the middle, with two calls
 * in flight.
 */
export async function walkPage(client: BuildAdminClient, page: StockPage): Promise<void> {
  const path = page.controller.replaceAll('.', '/');
  const calls = callsOf(client, page);
  expect(client.open(path)).toEqual({ view: page.view ?? `/src/views/backend/${path}/index.vue` });
  await firstLoads(page, calls);
  const ids = page.form ? await addRows(client, page, path, calls) : [];
  await outliveToken(client, calls);
  const rows = await calls.all();
  for (const row of rows) check(page.row, row, `${page.controller}/index`);
  await searchBy(page, calls, rows);
  await sortBy(page, calls);
  if (page.cell) await switchCell(page.cell, calls, ids[0] ?? (rows[0] as Row).id);
  if (page.drag) await drag(client, path, calls, ids);
  if (page.select) await choose(page.select, calls, ids[0] ?? (rows[0] as Row).id);
  if (page.del) await remove(client, path, calls, ids);
}

type Calls = ReturnType<typeof callsOf>;

function check(schema: z.ZodType, value: unknown, where: string): void {
  const { error } = schema.safeParse(value);
  if (error) expect.fail(`${where} ${JSON.stringify(value)}:\n${z.prettifyError(error)}`);
}

/** The first load has no parameters; then come pages, and one past the end, which is empty and has the same total. */
async function firstLoads(page: StockPage, { index }: Calls): Promise<void> {
  const first = await index();
  check(z.looseObject({ list: z.array(z.looseObject({})), remark: z.string() }), first, page.controller);
  if (page.tree) return;
  expect(first.total).toBeTypeOf('number');
  expect(first.list.length).toBe(Math.min(10, first.total as number));
  const past = await index({ page: 1000, limit: 50 });
  expect([past.list, past.total]).toEqual([[], first.total]);
}

/** Adds two rows, finds each by the quick search, edits both one after another. */
async function addRows(client: BuildAdminClient, page: StockPage, path: string, calls: Calls): Promise<number[]> {
  const { form } = page;
  if (!form) return [];
  expect(['add', 'edit'].filter((action) => !client.shows(path, action))).toEqual([]);
  const ids: number[] = [];
  for (const n of [1, 2]) {
    const { msg } = await calls.add(form.add(n));
    expect(msg).toBe('添加成功!');
    const found = await calls.all({ quick_search: form.word(n) });
    const row = found.at(-1);
    expect([form.word(n), row?.id]).toEqual([form.word(n), expect.any(Number)]);
    ids.push(row?.id ?? 0);
  }
  for (const id of ids) {
    const row = await calls.form(id);
    check(form.row, row, `${page.controller}/edit`);
    // the form posts what it was given, with the changed fields
    const { msg } = await calls.save({ ...row, ...form.change });
    expect(msg).toBe('更新成功!');
    expect(await calls.form(id)).toMatchObject({ id, ...form.change });
    // an unchanged form succeeds too
    expect((await calls.save(await calls.form(id))).code).toBe(1);
    const { version: _old, ...was } = row;
    await calls.save(was); // two rows that differ again
  }
  return ids;
}

/** Two calls in flight meet an expired token: it is refreshed once, and both are answered. */
async function outliveToken(client: BuildAdminClient, { index }: Calls): Promise<void> {
  const before = client.refreshed;
  await client.outlive();
  const [one, other] = await Promise.all([index(), index({ page: 1, limit: 20 })]);
  expect([one.remark, client.refreshed]).toEqual([other.remark, before + 1]);
}

async function searchBy(page: StockPage, { all }: Calls, rows: readonly Row[]): Promise<void> {
  for (const [field, compared] of Object.entries(page.search ?? {})) {
    const values = rows.map((row) => valueAt(row, field));
    for (const { condition, holds } of questionsOf(field, compared, values)) {
      const found = new Set((await all({ search: [condition] })).map((row) => row.id));
      const wanted = new Set(rows.filter((row) => holds(valueAt(row, field))).map((row) => row.id));
      const wrong = rows.filter(({ id }) => found.has(id) !== wanted.has(id)).map((row) => valueAt(row, field));
      expect([page.controller, condition, wrong.slice(0, 5)]).toEqual([page.controller, condition, []]);
    }
  }
}

async function sortBy(page: StockPage, { all, index }: Calls): Promise<void> {
  for (const field of page.sorts ?? []) {
    const [up, down] = await Promise.all(
      ['asc', 'desc'].map(async (way) => (await all({ order: `${field},${way}` })).map((row) => row.id)),
    );
    if (!page.tree) expect([field, down]).toEqual([field, up?.toReversed()]);
    expect((await index({ page: 1, limit: 10, order: `${field},asc` })).list.length).toBeGreaterThan(0);
  }
}

/** A switch posts its row's key and itself, nothing else. */
async function switchCell([field, ...values]: NonNullable<StockPage['cell']>, calls: Calls, id: number) {
  for (const value of values) {
    expect((await calls.save({ id, [field]: value })).code).toBe(1);
    expect(await calls.form(id)).toMatchObject({ [field]: value });
  }
}

/** A dragged row and the one it is dropped on swap places. */
async function drag(client: BuildAdminClient, path: string, calls: Calls, ids: readonly number[]): Promise<void> {
  expect(client.shows(path, 'sortable')).toBe(true);
  const [one, other] = ids as [number, number];
  const places = async () => (await calls.all()).map((row) => row.id).filter((id) => ids.includes(id));
  const before = await places();
  const answer = await calls.drag(one, other);
  expect([answer.msg, answer.data]).toEqual(['', null]);
  expect(await places()).toEqual(before.toReversed());
}

/** A remote select asks for a page of choices, and for the one that is already chosen. */
async function choose(select: NonNullable<StockPage['select']>, calls: Calls, id: number): Promise<void> {
  const { label, params = {}, conditions = [] } = select;
  const query = { quick_search: '', ...params };
  for (const answer of [
    await calls.select({ ...query, page: 1, initKey: 'id' }),
    await calls.select({ ...query, page: 1, initKey: 'id', search: conditions }),
    await calls.select({ ...query, page: 1, initKey: 'id', initValue: [id] }),
  ]) {
    const choices = answer.options ?? answer.list ?? [];
    expect(choices.length).toBeGreaterThan(0);
    for (const one of choices) check(z.looseObject({ id: z.number(), [label]: z.string() }), one, 'select');
    if (!answer.options) expect(answer.total).toBeTypeOf('number');
  }
  const chosen = await calls.select({ ...query, page: 1, initKey: 'id', initValue: [id] });
  expect((chosen.options ?? chosen.list)?.map((one) => one.id)).toEqual([id]);
}

async function remove(client: BuildAdminClient, path: string, calls: Calls, ids: readonly number[]): Promise<void> {
  expect(client.shows(path, 'del')).toBe(true);
  const { msg } = await calls.del(...ids);
  expect(msg).toMatch(/删除/);
  const left = (await calls.all()).map((row) => row.id);
  expect(left.filter((id) => ids.includes(id))).toEqual([]);
}
