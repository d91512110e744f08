import { afterAll, beforeAll, expect, test } from 'vitest';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { toGbk } from '../../../test/support/foreign-workbook.ts';
import { dataOf, refusalOf, type ScenicWorld, startScenicWorld } from './scenic-spots.ts';

let world: ScenicWorld;
beforeAll(async () => {
  world = await startScenicWorld();
});
afterAll(() => world.app.close());

interface Imported {
  readonly status: string;
  readonly message: string | null;
  readonly result: {
    readonly report: { imported: number; errors: { row: number; column: string; message: string }[] };
  } | null;
}

const send = (file: Buffer, { locale = 'zh-cn', again = '' } = {}) => {
  const head = `--cut\r\ncontent-disposition: form-data; name="again"\r\n\r\n${again}\r\n--cut\r
content-disposition: form-data; name="file"; filename="counts.csv"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--cut--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=cut', 'think-lang': locale };
  return world.chief.post<{ job_id: number }>('/admin/scenic.count/import', body, headers);
};

async function importAs(file: Buffer, options: Parameters<typeof send>[1] = {}) {
  const { job_id } = dataOf(await send(file, options));
  let job: Imported | undefined;
  await expect
    .poll(
      async () => {
        job = dataOf(await world.chief.get<{ job: Imported }>('/admin/job/show', { id: job_id })).job;
        return ['done', 'failed'].includes(job.status);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  return job?.result?.report ?? expect.fail(`${job?.message}`);
}

const readings = (spot: number) =>
  world.app.db.rows<{ at: string; inside: number }>(sql`
    select to_char(at at time zone 'Asia/Shanghai', 'HH24:MI') as at, inside from scenic_flow where of_id = ${spot} order by scenic_flow.at`);
/** Yesterday as Excel writes it: without leading zeros. */
const yesterday = shanghaiDateOf(Date.now() / 1000 - 86_400);
const asExcel = yesterday.replaceAll('-', '/').replaceAll('/0', '/');
const nameOf = async (id: number) =>
  dataOf(await world.chief.get<{ row: { name: string } }>('/admin/scenic.spot/edit', { id })).row.name;

test('counts from Excel: UTF-8 with a mark, dates without leading zeros, thousands in quotes, a blank line', async () => {
  const spot = await world.addSpot({ limit: 2000 });
  const name = await nameOf(spot);
  const lines = [
    '景区,类别,时间,在园人数,入园人数,出园人数,更正理由',
    `${name},人工上报,${asExcel} 9:05,"1,250",,,`,
    `${name},人工上报,${asExcel} 9:35:00,1310,,,`,
    ',,,,,,',
    `${name},更正,${asExcel} 9:40,1290,,,北门重复计数`,
  ];
  const report = await importAs(Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`));
  expect(report).toMatchObject({ imported: 3, errors: [] });
  await expect
    .poll(() => readings(spot))
    .toEqual([
      { at: '09:05', inside: 1250 },
      { at: '09:35', inside: 1310 },
      { at: '09:40', inside: 1290 },
    ]);
});

test('counts from WPS on Chinese Windows: GBK, and a second import of the same file adds nothing', async () => {
  const spot = await world.addSpot({ limit: 2000 });
  const name = await nameOf(spot);
  const file = toGbk(`景区,类别,时间,在园人数\r\n${name},人工上报,${asExcel} 10:00,800\r\n`);
  expect(await importAs(file)).toMatchObject({ imported: 1, errors: [] });
  expect((await refusalOf(send(file))).msg).toContain('如需再次导入');
  const again = await importAs(file, { again: '1' });
  expect(again.imported).toBe(0);
  expect(again.errors).toHaveLength(1);
  await expect.poll(() => readings(spot)).toEqual([{ at: '10:00', inside: 800 }]);
});

test('wrong lines are named with row, column and reason, in the language of the reader, and nothing is stored', async () => {
  const spot = await world.addSpot({ limit: 2000 });
  const name = await nameOf(spot);
  const lines = [
    'Scenic spot,Kind,Time,Inside,Reason of the correction',
    `${name},Counted by hand,2025/1/3 9:00,10,`,
    `${name},Counted by hand,${asExcel} 11:00,-4,`,
    `${name},Correction,${asExcel} 11:05,20,`,
    `Nowhere Park,Counted by hand,${asExcel} 11:10,30,`,
  ];
  const { imported, errors } = await importAs(Buffer.from(lines.join('\n')), { locale: 'en' });
  expect(imported).toBe(0);
  expect(errors.map(({ row, column }) => [row, column])).toEqual([
    [2, 'Time'],
    [3, 'Inside'],
    [4, 'Reason of the correction'],
    [5, 'Scenic spot'],
  ]);
  for (const { message } of errors) expect(message).not.toMatch(/[一-鿿]/);
  expect(await readings(spot)).toEqual([]);
});
