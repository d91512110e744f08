import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { runCli } from '../support/run-cli.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

let on: TestEngine;
beforeAll(async () => {
  on = await createTestEngine();
  await uploadMaterials(on.engine);
});
afterAll(() => on.close());

const verify = () => runCli(on, ['verify'], on.config.dataDir);
const rule = '昆文旅停字〔{yyyy}〕{seq}号';

/** An issued document and its file. */
async function issued(seq: number | null, status = 'issued'): Promise<number> {
  const number = seq === null ? null : `昆文旅停字〔2026〕${seq}号`;
  const made = await on.db.row<{ id: number }>(sql`
    insert into document (code, title, number, check_code, area_code, status, issued_at)
    values ('enterprise/suspension', '停业', ${number}, ${`CODE${seq ?? 'NONE'}${status}`}, '530102', ${status}, ${seq === null ? null : sql`now()`}) returning id`);
  const id = made?.id ?? 0;
  const bytes = Buffer.from(`文书 ${id}`);
  await on.db.query(sql`insert into document_paper (document_id, kind, bytes, sha256)
    values (${id}, 'pdf', ${bytes}, ${createHash('sha256').update(bytes).digest('hex')})`);
  return id;
}

test('every file and document is either as it was stored or reported by name, and nothing is modified', async () => {
  const files = await on.db.rows<{ id: number; url: string }>(
    `select id, url from routine_attachment where storage = 'local' order by id`,
  );
  const place = (url: string) => path.join(on.config.dataDir, 'storage', url.slice('/storage/'.length));
  for (const { id, url } of files) {
    const bytes = Buffer.from(`文件 ${url}`);
    fs.mkdirSync(path.dirname(place(url)), { recursive: true });
    fs.writeFileSync(place(url), bytes);
    await on.db.query(sql`update routine_attachment set original = null, size = ${bytes.length},
      sha256 = ${createHash('sha256').update(bytes).digest('hex')} where id = ${id}`);
  }
  const [lost, changed, intact] = files;
  if (!lost || !changed || !intact) throw new Error('three files are needed');
  // original files next to them: of those stored before checksums existed it is only known that they are there
  const originalOf = ({ url }: { url: string }) => url.replace(/[^/]+$/, 'original-$&');
  for (const [one, summed] of [
    [lost, true],
    [changed, true],
    [intact, false],
  ] as const) {
    const bytes = `原件 ${one.url}`;
    fs.writeFileSync(place(originalOf(one)), bytes);
    const sum = summed ? createHash('sha256').update(bytes).digest('hex') : null;
    await on.db.query(
      sql`update routine_attachment set original = ${originalOf(one)}, original_sha256 = ${sum} where id = ${one.id}`,
    );
  }
  await on.db.query(sql`insert into number_counter (rule, period, last) values (${rule}, '2026', 2)`);
  const [one, two] = [await issued(1), await issued(2)];
  await issued(null, 'draft');
  const sound = await verify();
  expect([sound.code, sound.output], sound.errors).toEqual([0, expect.stringContaining('✓ 核验通过 Verified')]);
  expect(sound.output).toContain(`${files.length} 个文件 files`);
  expect(sound.output).toContain('2 个原件 originals');
  expect(sound.output).toContain(
    '! 1 个较早的原件没有校验值，仅确认存在 1 older originals have no sum and were only seen to be there\n',
  );

  fs.rmSync(place(lost.url));
  fs.appendFileSync(place(changed.url), '！');
  fs.appendFileSync(place(originalOf(lost)), '！');
  await on.db.query(
    sql`update routine_attachment set original = '/storage/private/original.jpg' where id = ${intact.id}`,
  );
  await on.db.query(sql`update document_paper set bytes = 'another' where document_id = ${one}`);
  await on.db.query(sql`update document set number = null where id = ${two}`);
  const before = await on.db.row('select count(*)::int as n, sum(version)::int as versions from document');
  const found = await verify();
  expect(found.code).toBe(1);
  for (const line of [
    `✗ 缺失 missing  ${lost.url}`,
    `✗ 不符 differs  ${changed.url}`,
    `✗ 不符 differs  ${originalOf(lost)}`,
    '✗ 缺失 missing  /storage/private/original.jpg',
    '✗ 不符 differs  昆文旅停字〔2026〕1号 (pdf)',
    '✗ 缺号 no document  昆文旅停字〔2026〕2号',
    `✗ 无文书号 no number  #${two}`,
  ])
    expect(found.output).toContain(`${line}\n`);
  expect(found.output.match(/✗/g)).toHaveLength(7);
  expect(found.errors).toMatch(/核验未通过.*7/);
  expect(await on.db.row('select count(*)::int as n, sum(version)::int as versions from document')).toEqual(before);
  expect(fs.existsSync(place(lost.url))).toBe(false);
});
