import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { unpackZip } from '#server/sheets/zip-reader.ts';
import { CheckFixture } from '../check/check-fixture.ts';

let on: CheckFixture;
beforeAll(async () => {
  on = await CheckFixture.start();
}, 120_000);
afterAll(() => on.app.close());

interface Drafted {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly code: string;
  readonly data: Readonly<Record<string, string | null>>;
}

const documentsOf = (id: number) =>
  on.app.db.rows<Drafted>(
    sql`select id, code, data from document where about = ${`enforcement/check:${id}`} order by id`,
  );

test('a check drafts its documents as it goes on, filled in, and every page of its record is signed', async () => {
  const id = await on.upTo('submit');
  const codes = async () => (await documentsOf(id)).map(({ code }) => code).toSorted();
  await expect
    .poll(codes, { timeout: 20_000 })
    .toEqual(['enforcement/checkApproval', 'enforcement/checkNotice', 'enforcement/checkRecord']);
  const drafted = await documentsOf(id);
  const row = await on.row(id);
  for (const { data } of drafted)
    expect(data).toMatchObject({
      party: row.object_name,
      check_no: row.check_no,
      officers: expect.stringMatching(/^.+（.+）、.+（.+）$/),
      items: expect.stringMatching(/^1\. /),
    });
  const record = drafted.find(({ code }) => code === 'enforcement/checkRecord');
  expect(record?.data.items).toContain('：符合');
  const chief = await on.app.client({ officer: 'admin' });
  const answer = await fetch(`${on.app.address}/admin/document.document/paper?id=${record?.id}&kind=docx`, {
    headers: { batoken: chief.token },
  });
  const files = unpackZip(Buffer.from(await answer.arrayBuffer()), () => true, { size: 5_000_000, files: 50 });
  const text = (name: string) => files.get(name)?.toString('utf8') ?? '';
  expect(text('word/footer1.xml')).toContain('被检查人（签名）');
  expect(text('word/footer1.xml')).toContain('执法人员2（签名）');
  expect(text('word/document.xml'), 'what is empty is crossed out').toContain('拒签说明：');
  expect(text('word/document.xml')).toContain('／');
  expect(text('word/document.xml')).toContain('（以下空白）');
  const pdf = await fetch(`${on.app.address}/admin/document.document/paper?id=${record?.id}&kind=pdf`, {
    headers: { batoken: chief.token },
  });
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
}, 60_000);
