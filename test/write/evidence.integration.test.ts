import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { signFileLinksForCaller } from '#server/files/sign-file-links-for-caller.ts';
import { readTimeline } from '#server/history/read-timeline-of-record.ts';
import { Refused } from '#server/refusal.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';
import { inventModule } from '../invented/invented-module.ts';
import { startApp, type TestApp } from '../support/test-engine.ts';

const label = text('样本', 'Sample');

/** A visit that is closed on the spot: with two pictures, the place, and signatures of both sides. */
const visit = resource({
  name: 'site/visit',
  label,
  title: 'subject',
  scope: 'area',
  fields: {
    subject: field.text(label, { required: true, max: 40 }),
    area_code: field.area(label, { required: true }),
  },
  life: lifecycle({
    initial: 'open',
    states: { open: label, closed: label },
    moves: {
      close: {
        from: ['open'],
        to: 'closed',
        label,
        input: { reason: field.text(label, { max: 40 }) },
        evidence: {
          files: { min: 2, max: 3 },
          place: 'required',
          signatures: {
            officer: { ...text('检查人员', 'Officer'), required: true },
            party: text('当事人', 'Party'),
          },
        },
      },
      attach: { from: ['closed'], label, evidence: { files: { accept: 'pdf' } } },
    },
  }),
});

const site = inventModule(module_({ name: 'site', label, icon: 'camera', weigh: 1, entries: [visit] }));

let on: TestApp;
let chief: Caller;
beforeAll(async () => {
  on = await startApp({ also: site });
  chief = await on.officer('admin');
});
afterAll(() => on.close());

const log = { title: label, url: '/admin/test', data: '{}' };
let serial = 0;

async function upload(suffix = 'png'): Promise<string> {
  const url = `/storage/private/evidence/${++serial}.${suffix}`;
  const type = suffix === 'pdf' ? 'application/pdf' : `image/${suffix}`;
  await on.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, admin_id)
    values (${url}, ${`a.${suffix}`}, 1, ${type}, ${url}, ${url}, true, ${chief.id})`);
  return url;
}

const add = async (area = '530102') => {
  const input = { subject: `第 ${++serial} 次`, area_code: area };
  return (await write(on.engine, visit, chief, { operation: 'add', input, log })).id;
};
const close = (id: number, input: Readonly<Record<string, unknown>>, caller = chief) =>
  write(on.engine, visit, caller, { operation: 'move', move: 'close', id, input, log });
const place = { lng: 102.7, lat: 25.04, from: 'device', accuracy: 12 };
const drawn = {
  strokes: [
    [10, 20, 30, 40],
    [50, 60],
  ],
};
const complete = async () => ({
  reason: '当场办结',
  evidence_files: [await upload(), await upload()],
  evidence_place: place,
  evidence_at: 1_764_000_000,
  signature_officer: drawn,
  signature_party: { name: '王小明' },
});
const evidenceOf = async (id: number, caller = chief) =>
  (await readTimeline(on.engine, visit, caller, id, undefined)).list.flatMap(({ evidence }) => evidence ?? []);
const storedOf = async (id: number) =>
  (await on.db.row<{ n: number }>(sql`select count(*)::int as n from move_evidence where row_id = ${id}`))?.n;

async function errorsOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (refused: unknown) => refused,
  );
  expect(error).toBeInstanceOf(Refused);
  return ((error as Refused).data as { errors?: Record<string, string[]> } | null)?.errors ?? {};
}

describe('evidence of a move', () => {
  test('is stored with the move and shown with its entry; typed names are masked', async () => {
    const id = await add();
    const input = await complete();
    await close(id, input);
    const { list } = await readTimeline(on.engine, visit, chief, id, undefined);
    expect(list.map(({ move, note, evidence }) => [move, note, evidence])).toEqual([
      [
        'close',
        '当场办结',
        {
          files: input.evidence_files,
          place,
          device_time: 1_764_000_000,
          signatures: [
            { role: 'officer', ...drawn },
            { role: 'party', name: '王*明' },
          ],
        },
      ],
      [null, null, undefined],
    ]);
    const stored = await on.db.row<{ signatures: unknown }>(
      sql`select signatures from move_evidence where row_id = ${id}`,
    );
    expect(stored?.signatures).toContainEqual({ role: 'party', name: '王小明' });
  });

  test('is required as declared; nothing is stored of a refused move', async () => {
    const id = await add();
    expect(Object.keys(await errorsOf(close(id, {}))).toSorted()).toEqual([
      'evidence_files',
      'evidence_place',
      'signature_officer',
    ]);
    const whole = await complete();
    const few = await errorsOf(close(id, { ...whole, evidence_files: whole.evidence_files.slice(1) }));
    expect(few).toEqual({ evidence_files: ['至少提交 2 个文件'] });
    const wrong = await errorsOf(
      close(id, { ...whole, signature_officer: { strokes: [[1]] }, evidence_place: { lng: 0, lat: 0 } }),
    );
    expect(Object.keys(wrong).toSorted()).toEqual(['evidence_place', 'signature_officer']);
    expect(await storedOf(id)).toBe(0);
  });

  test('takes only files that the caller uploaded as private', async () => {
    const id = await add();
    const whole = await complete();
    const foreign = [...whole.evidence_files, '/storage/private/evidence/none.png'];
    expect(Object.keys(await errorsOf(close(id, { ...whole, evidence_files: foreign })))).toEqual(['evidence_files']);
    await close(id, whole);
    const attach = (files: string[]) =>
      write(on.engine, visit, chief, { operation: 'move', move: 'attach', id, input: { evidence_files: files }, log });
    expect(Object.keys(await errorsOf(attach([await upload('png')])))).toEqual(['evidence_files']);
    await attach([await upload('pdf')]);
    expect(await storedOf(id)).toBe(2);
  });

  test('is seen, and its files opened, by those who see the row', async () => {
    const id = await add('530102');
    const input = await complete();
    await close(id, input);
    const city = { ...(await on.officer('city')), nodes: new Set(['site/visit/index']), grantKey: 'sees visits' };
    const far = { ...city, areaCode: '532900', grantKey: 'sees visits elsewhere' };
    expect(await evidenceOf(id, city)).toHaveLength(1);
    expect([...(await signFileLinksForCaller(on.engine, city, input.evidence_files)).keys()]).toEqual(
      input.evidence_files,
    );
    await expect(evidenceOf(id, far)).rejects.toThrow();
    expect((await signFileLinksForCaller(on.engine, far, input.evidence_files)).size).toBe(0);
  });

  test('is never changed, and gone with a move that is undone', async () => {
    const id = await add();
    const undone = on.db.transaction(async (tx) => {
      const input = await complete();
      await write(on.engine, visit, chief, { operation: 'move', move: 'close', id, input, log }, tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await storedOf(id)).toBe(0);
    await close(id, await complete());
    for (const statement of [
      'update move_evidence set files = files',
      'delete from move_evidence',
      'truncate move_evidence',
    ])
      await expect(on.db.query(statement)).rejects.toThrow('move_evidence is only added to');
  });

  test('is not asked of the platform', async () => {
    const id = await add();
    expect(await moveRows(on.engine, visit, chief, { move: 'close', where: sql`t.id = ${id}` })).toEqual([id]);
    expect(await evidenceOf(id)).toEqual([]);
  });

  test('is described for clients, and its signatures are not in the operation log', async () => {
    const client = await on.client({ officer: 'admin' });
    const id = await add();
    const answer = await client.post('/admin/site.visit/close', { id, ...(await complete()) });
    expect(answer.code, answer.text).toBe(1);
    const line = await on.db.row<{ data: string }>(
      `select data from auth_admin_log where url like '%site.visit/close%' order by id desc limit 1`,
    );
    expect(line?.data).toContain('"signature_officer":"[signature]"');
    expect(line?.data).not.toContain('王小明');
  });
});
