import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { unpackZip } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import { CheckFixture, seconds } from '../check/check-fixture.ts';
import { ok } from '../draw/draw-fixture.ts';

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

test('the record has what was measured and who was there; a return or cancellation voids what no longer holds', async () => {
  const measured = await on.app.db.row<{ id: number }>(sql`
    insert into library_check_item (code, name, kinds, category, content, methods, evidence, answer_kind, severity, revision, effective_from, status)
    values ('CL-1', '疏散通道宽度', '{hotel}', 'general', '测量', '{site}', 'none', 'number', '3', 1, '2020-01-01', 'published') returning id`);
  const [third] = await on.officers(1);
  const officers = [...on.pair, third].map((one) => ({ officer_id: one?.id }));
  const id = await on.upTo('record', { officers, items: [...on.items, measured?.id].map((item_id) => ({ item_id })) });
  const answers = await on.answers(id);
  for (const one of answers.slice(0, -1)) ok(await on.answer(one));
  ok(await on.answer(answers.at(-1) ?? 0, { answer: 'yes', value: '12.5' }));
  ok(await on.step(id, 'submit'));
  const records = async () =>
    on.app.db.rows<{ status: string; data: Record<string, string> }>(sql`select status, data from document
      where about = ${`enforcement/check:${id}`} and code = 'enforcement/checkRecord' order by id`);
  await expect.poll(async () => (await records()).length, { timeout: 60_000 }).toBe(1);
  const [record] = await records();
  expect(record?.data.items).toContain('：符合，12.5');
  expect(record?.data.officers).toContain(on.pair[1].cert);
  expect(record?.data.officers).not.toContain(third?.cert);
  ok(await on.move(id, 'return', { reason: '请补充说明' }, on.leader));
  const statuses = async () => (await records()).map(({ status }) => status);
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(['void']);
  ok(await on.step(id, 'record'));
  ok(await on.answer(answers[0] ?? 0, { answer: 'no', note: '补记的问题' }));
  ok(await on.step(id, 'submit'));
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(['void', 'draft']);
  expect((await records())[1]?.data.items).toContain('补记的问题');

  const cancelled = await on.upTo('notify');
  const notices = async () =>
    on.app.db.rows<{ status: string; visit: string }>(sql`select status, data ->> 'visit' as visit from document
      where about = ${`enforcement/check:${cancelled}`} and code = 'enforcement/checkNotice' order by id`);
  await expect.poll(async () => (await notices()).length, { timeout: 60_000 }).toBe(1);
  // a notice that is not issued yet follows a new time
  const later = seconds() + 86_400;
  const due_on = addDays(shanghaiToday(), 2);
  await on.app.db.query(
    sql`update enforcement_check set due_on = ${due_on}::date, version = version + 1 where id = ${cancelled}`,
  );
  ok(
    await on.clerk.post('/admin/enforcement.check/edit', { id: cancelled, window_from: later, window_to: later + 600 }),
  );
  await expect
    .poll(async () => (await notices()).map(({ status }) => status), { timeout: 60_000 })
    .toEqual(['void', 'draft']);
  const [before, after] = await notices();
  expect(after?.visit).not.toBe(before?.visit);
  ok(await on.move(cancelled, 'cancel', { reason: '企业申请改期' }));
  await expect.poll(async () => (await documentsOf(cancelled)).length, { timeout: 60_000 }).toBeGreaterThan(2);
  await expect
    .poll(
      async () =>
        on.app.db.row(
          sql`select count(*)::int as n from document where about = ${`enforcement/check:${cancelled}`} and status <> 'void'`,
        ),
      { timeout: 60_000 },
    )
    .toEqual({ n: 0 });
}, 60_000);

test('a check drafts its documents as it goes on, filled in, and every page of its record is signed', async () => {
  const id = await on.upTo('submit');
  const codes = async () => (await documentsOf(id)).map(({ code }) => code).toSorted();
  await expect
    .poll(codes, { timeout: 60_000 })
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

test('the result of a check is drafted for whoever was checked, once it is reviewed', async () => {
  const id = await on.upTo('review');
  const results = async () => (await documentsOf(id)).filter(({ code }) => code === 'enforcement/checkResult');
  await expect.poll(async () => (await results()).length, { timeout: 60_000 }).toBe(1);
  const row = await on.row(id);
  expect((await results())[0]?.data).toMatchObject({
    party: row.object_name,
    check_no: row.check_no,
    officers: expect.stringMatching(/^.+（.+）、.+（.+）$/),
    result: '未发现问题',
    objection: expect.stringContaining('我的检查'),
  });
}, 60_000);

const at = Math.floor(Date.UTC(2026, 10, 27, 2) / 1000);
/** What an officer enters in each document that is drafted by hand, and words that its paper contains. */
const byHand = {
  inquiryNotice: [{ subject: '未签订旅游合同', at, place: '本局三楼' }, '询问事项'],
  inquiryRecord: [
    { person: '王经理', from: at, place: '本局三楼', questions: '问：你的姓名？\n答：王经理。' },
    '问：你的姓名？',
  ],
  siteExamination: [{ subject: '消防通道', from: at, place: '营业场所', findings: '通道宽一米二。' }, '通道宽一米二'],
  sampling: [{ from: at, place: '营业场所', way: '随机抽取', samples: '旅游合同 3 份' }, '旅游合同 3 份'],
  inventory: [{ annexed_to: '抽样取证凭证', things: '旅游合同 3 份，完好' }, '旅游合同 3 份，完好'],
  serviceAddress: [{ address: '盘龙区人民路一号' }, '盘龙区人民路一号'],
  receipt: [{ served: '行政检查通知书', way: '直接送达' }, '直接送达'],
} as const;

test.each(Object.entries(byHand))(
  '%s is filled from the check, signed, crossed out and numbered without gaps',
  async (name, [values, words]) => {
    await on.app.db.query(`update system_setting set value = '"盘龙区文化和旅游局"' where name = 'site.authority'`);
    await on.app.db.query(
      `update system_setting set value = '"https://wl.example.gov.cn/"' where name = 'document.check_address'`,
    );
    await on.app.engine.settingCache.reload();
    const id = await on.upTo('submit');
    const chief = await on.app.client({ officer: 'admin' });
    const call = (action: string, input: object) =>
      chief.post<{ id: number; row: Record<string, unknown> }>(`/admin/document.document/${action}`, input);
    const numbers: number[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { id: drafted } = ok(
        await call('add', { code: `enforcement/${name}`, about: `enforcement/check:${id}`, area_code: '530102' }),
      );
      const early = await call('approve', { id: drafted });
      expect(early.code, 'what is required is missing').toBe(0);
      ok(await call('fill', { id: drafted, values }));
      ok(await call('approve', { id: drafted }));
      const { number } = ok(await call('issue', { id: drafted })).row;
      numbers.push(Number(/〔\d{4}〕(\d+)号$/.exec(String(number))?.[1]));
      const paper = (kind: string) =>
        fetch(`${on.app.address}/admin/document.document/paper?id=${drafted}&kind=${kind}`, {
          headers: { batoken: chief.token },
        });
      const files = unpackZip(Buffer.from(await (await paper('docx')).arrayBuffer()), () => true, {
        size: 5_000_000,
        files: 50,
      });
      const written = files.get('word/document.xml')?.toString('utf8') ?? '';
      for (const part of [words, (await on.row(id)).object_name ?? '', '（以下空白）', '（签名）'])
        expect(written).toContain(part);
      expect((await paper('pdf')).headers.get('content-type')).toBe('application/pdf');
    }
    expect(numbers[1]).toBe((numbers[0] ?? 0) + 1);
  },
  60_000,
);
