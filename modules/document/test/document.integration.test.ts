import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDocumentCheckCode } from '#kernel/check/parse-typed-check-code-of-printed-document.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { EvidenceExport } from '#kernel/evidence-chain/evidence-export-format.ts';
import { type EvidenceVerdict, verifyEvidenceExport } from '#kernel/evidence-chain/verify-evidence-export.ts';
import { field } from '#kernel/field/field.ts';
import { declareDocument } from '#kernel/module/official-document.ts';
import { rowsReferringTo } from '#kernel/resource/reference-fields-pointing-to-resource.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { nextWorkday } from '#kernel/time/working-calendar.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { suspensionDecisionDocument } from '#modules/enterprise/contract/suspension-decision-document.ts';
import { addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { unpackZip } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import { recalculateClocks } from '#server/write/row-set/recalculate-deadline-clocks.ts';
import { write } from '#server/write/write-pipeline.ts';
import { hashesOf, nodeTools } from '../../../test/evidence/sample-export.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { buildDraftDocumentWrite } from '../contract/build-draft-document-write.ts';
import { document } from '../contract/document.ts';
import { writeDefaultTemplate } from '../server/default-docx-template.ts';

const order = declareDocument({
  name: 'test/order',
  label: text('责令改正通知书', 'Order to correct'),
  about: { 'enterprise/enterprise': text('企业', 'Enterprise') },
  fields: {
    party: field.text(text('当事人', 'Party'), { required: true, max: 100 }),
    id_number: field.idNumber(text('身份证号', 'ID card number'), { privacy: 'masked' }),
    facts: field.textarea(text('事实', 'Facts'), { required: true, max: 2000 }),
    fine: field.money(text('罚款', 'Fine')),
    due: field.date(text('期限', 'Deadline')),
  },
  party: 'party',
  number: '{authority}文责改字〔{yyyy}〕{seq}号',
  signatures: { officer: text('执法人员', 'Enforcement officers') },
});

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp({ max: 20 });
  chief = await app.client({ officer: 'admin' });
  await setAll({ 'site.authority': '云岭县文化和旅游局', 'document.check_address': 'https://wl.example.gov.cn/' });
});
afterAll(() => app.close());

/** Saves settings like an administrator; null clears one. */
async function setAll(values: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await app.db.query('update system_setting set value = $2 where name = $1', [name, value && JSON.stringify(value)]);
  await app.engine.settingCache.reload();
}

const values = {
  party: '昆明滇池国际旅行社有限公司',
  id_number: '11010519491231002X',
  facts: '未公示 <许可证> & 编号。\n第二段。',
  fine: '1200',
  due: '2026-12-01',
};
const draft = async (input: object = values, area = '530102') => {
  const made = await chief.post<{ id: number }>('/admin/document.document/add', {
    code: order.name,
    area_code: area,
  });
  expect(made.code, made.msg).toBe(1);
  const { id } = made.data;
  const filled = await chief.post('/admin/document.document/fill', { id, values: input });
  expect(filled.code, filled.msg).toBe(1);
  return id;
};
const move = (id: number, name: string, input: object = {}) =>
  chief.post<{ row: Record<string, unknown>; errors: Record<string, string[]> }>(`/admin/document.document/${name}`, {
    id,
    ...input,
  });
const issued = async (input?: object) => {
  const id = await draft(input);
  expect((await move(id, 'approve')).msg).toBe('操作成功');
  const answer = await move(id, 'issue');
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.row as { id: number; number: string; check_code: string };
};
const download = async (id: number, kind: string, as: Client = chief) =>
  app.server.app.inject({
    url: `/admin/document.document/paper?id=${id}&kind=${kind}`,
    headers: { batoken: as.token },
  });

/** The verdict on the exported evidence of a document. */
async function exportEvidence(id: number): Promise<EvidenceVerdict> {
  const { data } = await chief.post<{ job_id: number }>('/admin/evidence.chain/export', {
    resource: document.name,
    id,
  });
  const job = () =>
    app.db.row<{ status: string; url: string }>(
      sql`select status, result ->> 'url' as url from job where id = ${data.job_id}`,
    );
  await expect.poll(async () => (await job())?.status, { timeout: 60_000 }).toBe('done');
  const archive = fs.readFileSync(path.join(app.config.dataDir, 'result', path.basename((await job())?.url ?? '')));
  const parts = unpackZip(archive, () => true, { size: 2 ** 26, files: 100 });
  const evidence = JSON.parse(parts.get('entries.json')?.toString() ?? '') as EvidenceExport;
  return verifyEvidenceExport(
    nodeTools,
    evidence,
    new Map([...parts].map(([name, content]) => [name, hashesOf(content)])),
  );
}

test('goes from draft through approval and issue to service; a voided document keeps its number', async () => {
  const id = await draft({ party: '张三' });
  const open = await move(id, 'approve');
  expect(open.data.errors).toEqual({ content: ['内容尚未填全：事实'] });
  expect(
    (await chief.post<{ errors: object }>('/admin/document.document/fill', { id, values: { fine: 'x' } })).data.errors,
  ).toHaveProperty('fine');
  await chief.post('/admin/document.document/fill', { id, values: { facts: '事实' } });
  expect((await move(id, 'approve')).code).toBe(1);
  expect(
    (await chief.post('/admin/document.document/fill', { id, values: { facts: '改' } })).code,
    'approved is closed',
  ).toBe(0);
  const { row } = (await move(id, 'issue')).data;
  const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
  expect(row.number).toMatch(new RegExp(`^行文责改字〔${year}〕\\d+号$`));
  expect((await move(id, 'serve', { served_on: '2020-01-01' })).data.errors).toHaveProperty('served_on');
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect((await download(id, 'pdf')).statusCode).toBe(200);
  expect((await move(id, 'serve', { served_on: today })).code).toBe(1);
  const stored = await app.db.rows(sql`
    select p.kind, p.sha256, c.payload::json #>> array['facts', 'rendered', p.kind] as entered from document_paper p
    join chain_entry c on c.stream = ${`document/document:${id}`} and c.payload::json ->> 'move' = 'serve' where p.document_id = ${id}`);
  expect(stored).toHaveLength(2);
  for (const { sha256, entered } of stored) expect(entered, 'the chain knows what was served').toBe(sha256);
  const evidence = await exportEvidence(id);
  expect(evidence).toMatchObject({ findings: [], files: 2 });
  const gone = await move(id, 'revoke', { void_reason: '当事人名称有误' });
  expect(gone.data.row).toMatchObject({ status: 'void', number: row.number });
});

test('numbers have no gaps and no duplicates, whatever is rolled back meanwhile', async () => {
  const admin = await app.officer('admin');
  const ids: number[] = [];
  for (let i = 0; i < 50; i++) {
    const made = await write(app.engine, document, admin, {
      operation: 'add',
      input: { title: `关于第 ${i} 家的责令改正通知书`, code: order.name, area_code: '530102' },
      set: { data: JSON.stringify({ party: '甲', facts: '乙' }), status: 'approved' },
    });
    ids.push(made.id);
  }
  const before =
    (
      await app.db.row<{ last: number }>(
        `select coalesce(max(last), 0)::int as last from number_counter where rule like '行文责改%'`,
      )
    )?.last ?? 0;
  const outcomes = await Promise.allSettled(
    ids.map((id, place) =>
      app.db.transaction(async (tx) => {
        const result = await write(
          app.engine,
          document,
          admin,
          { operation: 'move', move: 'issue', id, input: {} },
          tx,
        );
        if (place % 3 === 0) throw new Error('thought better of it');
        return String(result.row.number);
      }),
    ),
  );
  const numbers = outcomes.flatMap((one) =>
    one.status === 'fulfilled' ? [Number(/〕(\d+)号/.exec(one.value)?.[1])] : [],
  );
  expect(numbers).toHaveLength(33);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 33 }, (_, i) => before + i + 1));
});

test('is a Word file and a PDF with its values, number, pages and a code; a draft is marked as one', async () => {
  const id = await draft();
  const unissued = await download(id, 'pdf');
  expect([
    unissued.statusCode,
    unissued.headers['content-type'],
    unissued.rawPayload.subarray(0, 5).toString(),
  ]).toEqual([200, 'application/pdf', '%PDF-']);
  expect(
    await app.db.rows(`select 1 from document_paper where document_id = $1`, [id]),
    'drafts are kept nowhere',
  ).toEqual([]);
  expect(await textOfDocx((await download(id, 'docx')).rawPayload), 'marked').toMatch(/<w:body><w:p>.*?>草稿<\/w:t>/);
  const { id: done } = await issued();
  const [pdf, again, docx] = [await download(done, 'pdf'), await download(done, 'pdf'), await download(done, 'docx')];
  expect(pdf.rawPayload.equals(again.rawPayload), 'made once').toBe(true);
  expect(pdf.rawPayload.length).toBeLessThan(400_000);
  expect(decodeURIComponent(String(pdf.headers['content-disposition']))).toContain('号.pdf');
  const content = await textOfDocx(docx.rawPayload);
  for (const part of [
    '昆明滇池国际旅行社有限公司',
    '未公示 &lt;许可证&gt; &amp; 编号。',
    '1200.00',
    '2026年12月1日',
    '以下空白',
    '执法人员（签名）',
    '11010519491231002X',
  ])
    expect(content).toContain(part);
  expect(content).not.toContain('草稿');
  if (process.env.SHOTS) fs.writeFileSync(path.join(process.env.SHOTS, 'paper.pdf'), pdf.rawPayload);
});

test('several are one PDF in the order of their numbers, for who sees all of them', async () => {
  const [first, second] = [await issued(), await issued({ ...values, party: '昆明翠湖国际旅行社有限公司' })];
  const unissued = await draft();
  const bind = (ids: readonly number[], as = chief) => as.post('/admin/document.document/bind', { ids });
  const elsewhere = await app.client({ officer: 'county2' });
  expect((await bind([first.id, second.id], elsewhere)).data).toEqual({ reason: 'not_found' });
  expect((await bind([])).code).toBe(0);
  const made = await bind([unissued, second.id, first.id, first.id]);
  expect(made.code, made.msg).toBe(1);
  const job = () =>
    app.db.row<{ status: string; url: string }>(
      sql`select status, result ->> 'url' as url from job where kind = 'documents' order by id desc limit 1`,
    );
  await expect.poll(async () => (await job())?.status, { timeout: 60_000 }).toBe('done');
  const bytes = fs.readFileSync(path.join(app.config.dataDir, 'result', path.basename((await job())?.url ?? '')));
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const countOf = async (id: number) => (await PDFDocument.load((await download(id, 'pdf')).rawPayload)).getPageCount();
  const counts = await Promise.all([unissued, first.id, second.id].map(countOf));
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(counts.reduce((sum, n) => sum + n, 0));
});

test('anyone can check it by its code, and sees only public data', async () => {
  const { id, check_code, number } = await issued();
  const pdf = (await download(id, 'pdf')).rawPayload;
  const nobody = await app.client('nobody');
  const typed = `${check_code.slice(0, 4)}-${check_code.slice(4, 8)} ${check_code.slice(8).toLowerCase()}`;
  const found = await nobody.get<Record<string, string>>('/api/document/check', { code: typed });
  expect(found.data).toMatchObject({
    number,
    title: '责令改正通知书',
    status: 'issued',
    party: '昆明****公司',
    sha256: createHash('sha256').update(pdf).digest('hex'),
  });
  expect(found.text).not.toMatch(/11010519491231002X|未公示|滇池/);
  for (const wrong of ['', 'x', '0'.repeat(16), "' or 1=1"]) {
    const none = await nobody.get('/api/document/check', { code: wrong });
    expect([none.code, (none.data as { reason: string }).reason]).toEqual([0, 'not_found']);
  }
  const drafted = await draft();
  const hidden = await app.db.row<{ check_code: string }>('select check_code from document where id = $1', [drafted]);
  expect(
    (await nobody.get('/api/document/check', { code: hidden?.check_code ?? '' })).code,
    'a draft is not there yet',
  ).toBe(0);
  let last = found;
  for (let i = 0; i < 40 && last.code !== 0; i++) last = await nobody.get('/api/document/check', { code: check_code });
  expect(last.data).toMatchObject({ reason: 'too_frequent' });
  expect(parseDocumentCheckCode('O0IL-1111-1111-1111')).toBe('0011111111111111');
});

test('is seen and edited only by officers of its area', async () => {
  const { id } = await issued();
  const stranger = await app.client({ officer: 'county2' });
  expect(JSON.parse((await download(id, 'pdf', stranger)).body)).toMatchObject({
    code: expect.not.stringMatching('1'),
  });
  const other = await draft(values, '532901');
  const county = await app.client({ officer: 'county1' });
  for (const call of [
    county.get('/admin/document.document/form', { id: other }),
    county.post('/admin/document.document/fill', { id: other, values }),
  ])
    expect((await call).code).not.toBe(1);
  const shown = await chief.get<{ row: { content: { key: string; value: string }[] } }>(
    '/admin/document.document/edit',
    { id },
  );
  expect(shown.data.row.content.find(({ key }) => key === '身份证号')?.value).toBe('1101**********002X');
  expect(shown.text).not.toContain('11010519491231002X');
});

test('opens by its code, scanned or typed, for those who may see it', async () => {
  const { id, check_code, number } = await issued();
  const grouped = check_code.toLowerCase().replace(/(.{4})(?!$)/g, '$1-');
  const lookUp = async (as: Client, code: string) => (await as.get('/admin/search/code', { code })).data;
  for (const code of [check_code, grouped, `https://any.example/check/${check_code}`, ` ${number} `])
    expect(await lookUp(chief, code), code).toEqual({ resource: document.name, id });
  await uploadMaterials(app.engine);
  const officer = await app.officer('county1');
  const its = await addEnterprise(app.engine, officer);
  await write(app.engine, enterprise, officer, { operation: 'move', move: 'submit', id: its, input: {} });
  const query = await app.db.row<{ query_no: string }>('select query_no from enterprise where id = $1', [its]);
  const [here, elsewhere] = await Promise.all([app.client({ officer: 'county1' }), app.client({ officer: 'county3' })]);
  expect(await lookUp(here, query?.query_no ?? '')).toEqual({ resource: enterprise.name, id: its });
  expect(await lookUp(elsewhere, query?.query_no ?? '')).toEqual({ reason: 'not_found' });
  const strange = [`https://any.example/enterprise/s/${check_code}`, 'https://any.example/', '', 'x'.repeat(600), "'"];
  for (const code of strange)
    expect(await lookUp(chief, code), code).toMatchObject({
      reason: code === '' || code.length > 500 ? 'invalid' : 'not_found',
    });
  expect(await lookUp(here, check_code), 'an officer of its county').toEqual({ resource: document.name, id });
  expect(await lookUp(elsewhere, check_code), 'of another one').toEqual({ reason: 'not_found' });
  const without = await app.db.row<{ id: number; rules: number[] }>(`select id, array(select k from unnest(rules) k
    where k not in (select id from auth_menu where name like 'document/document%')) as rules from auth_group where shipped = 'county'`);
  expect((await chief.post('/admin/auth.group/edit', { ...without })).msg).toBe('更新成功!');
  expect(await lookUp(here, check_code), 'who may not see papers').toEqual({ reason: 'not_found' });
});

test('is drafted from its subject, with its area and values', async () => {
  const id = await addEnterprise(app.engine, await app.officer('county1'));
  const its = await app.db.row<{ name: string; uscc: string; area_code: string }>(
    'select name, uscc, area_code from enterprise where id = $1',
    [id],
  );
  const add = (more: object) =>
    chief.post<{ id: number; errors: object }>('/admin/document.document/add', {
      title: '停业整顿决定书',
      code: 'enterprise/suspension',
      area_code: '532901',
      about: `enterprise/enterprise:${id}`,
      ...more,
    });
  const made = await add({});
  expect(made.code, made.msg).toBe(1);
  const form = await chief.get<{ values: object }>('/admin/document.document/form', { id: made.data.id });
  expect(form.data.values, 'with the usual texts').toEqual({
    party: its?.name,
    uscc: its?.uscc,
    remedy: suspensionDecisionDocument.fields.remedy.initial,
  });
  const { data } = await chief.get<{ row: object }>('/admin/document.document/edit', { id: made.data.id });
  expect(data.row).toMatchObject({ about: `enterprise/enterprise:${id}`, area_code: its?.area_code });
  for (const about of ['enterprise/enterprise:999999', 'auth/admin:1', 'nonsense'])
    expect((await add({ about })).data.errors, about).toHaveProperty('about');
});

test('a template is untrusted: invalid files and unknown placeholders are refused; one template is in force', async () => {
  const upload = async (bytes: Buffer) => {
    const url = `/storage/private/template/${createHash('sha256').update(bytes).digest('hex')}.docx`;
    const file = path.join(app.config.dataDir, 'storage', url.replace('/storage/', ''));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, bytes);
    const admin = await app.officer('admin');
    await app.db.query(
      `insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, admin_id) values ($1, 'a.docx', $2, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', $1, $1, true, $3) on conflict do nothing`,
      [url, bytes.length, admin.id],
    );
    return url;
  };
  const add = async (bytes: Buffer, more: object = {}) =>
    chief.post<{ id: number; errors: Record<string, string[]> }>('/admin/document.template/add', {
      code: order.name,
      name: '模板',
      body: await upload(bytes),
      ...more,
    });
  expect((await add(Buffer.from('PK not really'))).data.errors).toEqual({
    body: [expect.stringContaining('模板无法读取')],
  });
  const wrong = writeDefaultTemplate({
    ...order,
    fields: { ...order.fields, bribe: field.text(text('x', 'x')) },
  });
  expect((await add(wrong)).data.errors).toEqual({ body: [expect.stringContaining('{bribe}')] });
  expect((await add(writeDefaultTemplate(order), { number_rule: '无号' })).data.errors).toHaveProperty('number_rule');
  const ids: number[] = [];
  for (const rule of ['甲〔{yyyy}〕{seq}', '乙〔{yyyy}〕{seq}']) {
    const made = await add(writeDefaultTemplate({ ...order, label: text(`${rule.slice(0, 1)}式通知`, 'x') }), {
      number_rule: rule,
    });
    expect(made.code, made.msg).toBe(1);
    ids.push(made.data.id);
    expect((await chief.post('/admin/document.template/activate', { id: made.data.id })).msg).toBe('操作成功');
  }
  expect(
    await app.db.rows(`select revision, status from document_template where id = any($1) order by id`, [ids]),
  ).toEqual([
    { revision: 1, status: 'retired' },
    { revision: 2, status: 'active' },
  ]);
  const paper = await issued();
  expect(paper.number).toMatch(/^乙〔\d{4}〕1$/);
  expect(await textOfDocx((await download(paper.id, 'docx')).rawPayload)).toContain('乙式通知');
});

test('a character missing in all fonts is reported, and is still in the Word file', async () => {
  const { id } = await issued({ ...values, party: '𪚥氏旅行社' });
  expect((await download(id, 'docx')).statusCode).toBe(200);
  const pdf = JSON.parse((await download(id, 'pdf')).body) as { code: number; msg: string };
  expect([pdf.code, pdf.msg]).toEqual([0, expect.stringContaining('𪚥')]);
});

async function textOfDocx(docx: Buffer): Promise<string> {
  const { default: PizZip } = await import('pizzip');
  return new PizZip(docx).file('word/document.xml')?.asText() ?? '';
}

test('another module drafts a document within its own write: for its row, without a number, or not at all', async () => {
  const row = (await app.db.row<{ id: number; name: string; area_code: string }>(
    `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address)
     values ('甲社', 'DR1', 'agency', '王', '13900000001', '王', '1', '530102', '人民路1号') returning id, name, area_code`,
  )) as { id: number; name: string; area_code: string };
  const draftIt = (
    input: Parameters<typeof buildDraftDocumentWrite<typeof order.fields>>[1]['values'],
    fails = false,
  ) =>
    app.db.transaction(async (tx) => {
      const made = await write(
        app.engine,
        document,
        onBehalfOf(await app.officer('admin')),
        buildDraftDocumentWrite(order, { about: enterprise, row, values: input }),
        tx,
      );
      if (fails) throw new Error('the subject was not written');
      return made.id;
    });
  const id = await draftIt({ party: '甲社', facts: '未公示许可证', fine: '1200.00' });
  const { data } = await chief.get<{ row: object }>('/admin/document.document/edit', { id });
  expect(data.row).toMatchObject({
    title: '责令改正通知书',
    number: null,
    status: 'draft',
    area_code: '530102',
    about: `enterprise/enterprise:${row.id}`,
    about_row: { type: 'enterprise/enterprise', id: row.id, title: '甲社' },
    content: [
      { key: '当事人', value: '甲社' },
      { key: '事实', value: '未公示许可证' },
      { key: '罚款', value: '1200.00' },
    ],
  });
  expect((await move(id, 'approve')).code).toBe(1);
  expect((await move(id, 'issue')).data.row.number).toMatch(/〔\d{4}〕\d+/);
  await expect(draftIt({ party: '甲'.repeat(101) })).rejects.toMatchObject({
    data: { errors: { party: [expect.any(String)] } },
  });
  await expect(draftIt({ party: '乙社' }, true)).rejects.toThrow('the subject was not written');
  const ofRow = [{ field: 'about', operator: '=', val: `enterprise/enterprise:${row.id}` }];
  const { list } = (await chief.get<{ list: { id: number }[] }>('/admin/document.document/index', { search: ofRow }))
    .data;
  expect(list.map((one) => one.id)).toEqual([id]);
  expect(rowsReferringTo(enterprise, app.engine.resources).map((one) => `${one.other.name}.${one.field}`)).toContain(
    'document/document.about',
  );
  await expect(app.db.query(`delete from enterprise where id = ${row.id}`)).rejects.toThrow(/names this row/);
  const stray = { about: document, row: { id: 1, area_code: '530102' }, values: {} };
  expect(() => buildDraftDocumentWrite(order, stray)).toThrow(/is not about/);
});

test('a document served on the platform is read and signed for by its party, and by nobody else', async () => {
  await uploadMaterials(app.engine);
  const admin = await app.officer('admin');
  const id = await addEnterprise(app.engine, admin);
  const row = { id, area_code: '530102' };
  const drafted = await app.db.transaction((tx) =>
    write(
      app.engine,
      document,
      onBehalfOf(admin),
      buildDraftDocumentWrite(order, { about: enterprise, row, values }),
      tx,
    ),
  );
  for (const name of ['approve', 'issue']) expect((await move(drafted.id, name)).code).toBe(1);
  expect((await move(drafted.id, 'deliver')).data.errors).toHaveProperty('consented');
  const nobody = await move(drafted.id, 'deliver', { consented: '1' });
  expect([nobody.code, nobody.data], 'nobody can sign for it').toMatchObject([0, { reason: 'nobody' }]);
  const serial = String(Date.now());
  const places: number[] = [];
  const [owner, operator, viewer, stranger, removed, lowered] = (await Promise.all(
    (['owner', 'operator', 'viewer', '', 'operator', 'operator'] as const).map(async (role, at) => {
      const caller = await app.member(`served${serial.slice(-6)}${at}`);
      await app.db.query('update member set mobile = $1 where id = $2', [`138${serial.slice(-7)}${at}`, caller.id]);
      if (role !== '') places[at] = await placePerson(app.db, id, caller, role);
      return app.client({ member: caller.name });
    }),
  )) as [Client, Client, Client, Client, Client, Client];
  // a holiday within the limit, removed after the date was announced
  const calendar = app.engine.find('system/calendar') as AnyResource;
  const date = nextWorkday(app.engine.reference.calendar(), addDays(shanghaiToday(), 1));
  const off = { date, kind: 'holiday', name: '临时放假', announced: '0' };
  const marked = await write(app.engine, calendar, admin, { operation: 'add', input: off });
  const delivered = await move(drafted.id, 'deliver', { consented: '1' });
  expect([delivered.code, delivered.data.row?.status], delivered.msg).toEqual([1, 'delivered']);
  const inbox = async (who: Client) =>
    (
      await who.get<{ list: { id: number; kind: string; file: string; sign_until: number }[] }>(
        '/api/message.notice/index',
      )
    ).data.list;
  const [mine] = await inbox(owner);
  expect(mine).toMatchObject({
    kind: 'legal',
    file: `document.document/paper?id=${drafted.id}`,
    sign_until: expect.any(Number),
  });
  expect(delivered.data.row?.due_at).toBe(mine?.sign_until);
  await write(app.engine, calendar, admin, { operation: 'del', id: marked.id, input: {} });
  await recalculateClocks(app.engine);
  const [due] = await app.db.rows<{ at: number }>(
    sql`select extract(epoch from due_at)::int as at from document where id = ${drafted.id}`,
  );
  expect(due?.at, 'no calendar shortens what was told').toBe(mine?.sign_until);
  expect([await inbox(viewer), await inbox(stranger)]).toEqual([[], []]);
  const read = (who: Client) => who.get('/api/document.document/paper', { id: drafted.id });
  expect((await read(operator)).headers['content-type']).toBe('application/pdf');
  expect((await owner.post('/api/enterprise.person/remove', { id: places[4] })).code).toBe(1);
  await app.db.query(`update enterprise_person set role = 'viewer' where id = $1`, [places[5]]);
  for (const who of [removed, lowered]) {
    const [input] = await inbox(who);
    const signed = await who.post('/api/message.notice/sign', { id: input?.id });
    expect(signed.data, 'nor by a person who no longer acts for it').toEqual({ reason: 'not_found' });
  }
  const lower = { id: places[5], role: 'operator' };
  for (const role of ['operator', 'viewer'])
    expect((await owner.post('/api/enterprise.person/edit', { ...lower, role })).code).toBe(1);
  for (const who of [removed, lowered])
    expect((await who.get('/api/message.notice/unread')).data, 'the one for whom it is new').toMatchObject({
      legal: 0,
      system: 1,
    });
  for (const who of [viewer, stranger, removed, lowered])
    expect((await read(who)).data).toEqual({ reason: 'not_found' });
  expect((await owner.post('/api/message.notice/sign', { id: mine?.id })).code).toBe(1);
  const served = await app.db.row(
    'select status, received_by, served_on is not null as on_record, due_at from document where id = $1',
    [drafted.id],
  );
  expect(served).toEqual({
    status: 'served',
    received_by: `served${serial.slice(-6)}0`,
    on_record: true,
    due_at: null,
  });
  const [theirs] = await inbox(operator);
  expect((await operator.post('/api/message.notice/sign', { id: theirs?.id })).data).toEqual({ reason: 'repeated' });
});
