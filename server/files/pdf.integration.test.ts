import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../test/engine.ts';

let app: TestApp;
let officer: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  officer = await app.client({ officer: 'county1' });
});
afterAll(() => app.close());

/** A page without anything on it. */
const pdf = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>> endobj
trailer <</Root 1 0 R>>
%%EOF`;

type Sent = WireAnswer<{ file: { url: string; mimetype: string } }>;
const send = (content: string, name: string, query = 'private=1'): Promise<Sent> =>
  officer.post(
    `/admin/ajax/upload?${query}`,
    Buffer.from(
      `--cut\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n${content}\r\n--cut--\r\n`,
    ),
    { 'content-type': 'multipart/form-data; boundary=cut' },
  );

test('the scan of a licence may be a PDF, as the site says', async () => {
  const site = await officer.get<{ siteConfig: { upload: { mimetype: string } } }>('/admin/index/index');
  expect(site.data.siteConfig.upload.mimetype.split(',')).toContain('pdf');
  const sent = await send(pdf, '旅行社业务经营许可证.pdf');
  expect([sent.code, sent.data.file.mimetype]).toEqual([1, 'application/pdf']);
  const chief = await app.officer('admin');
  const holder = await addEnterprise(app.engine, chief);
  const added = await officer.post<{ id: number }>('/admin/enterprise.licence/add', {
    enterprise_id: holder,
    kind: 'food',
    license_no: 'PDF-1',
    issued_by: '五华区市场监督管理局',
    issue_date: '2024-01-01',
    file: sent.data.file.url,
  });
  expect([added.code, added.msg]).toEqual([1, '添加成功!']);
});

test('every type the site offers is one the upload takes', async () => {
  const { upload } = (
    await officer.get<{ siteConfig: { upload: { mimetype: string; maxsize: number } } }>('/admin/index/index')
  ).data.siteConfig;
  const open = await (await app.client('nobody')).get<{ site: { upload: { mimetype: string; maxsize: number } } }>(
    '/api/index/index',
  );
  expect([open.data.site.upload.mimetype, open.data.site.upload.maxsize]).toEqual([upload.mimetype, upload.maxsize]);
  expect((await send('区县,数量\r\n五华,3', '表.csv')).code).toBe(upload.mimetype.split(',').includes('csv') ? 1 : 0);
});

test('it is shown beside the page, where nothing of it can run and nobody can frame it', async () => {
  const sent = await send(pdf, 'a.pdf', 'private=0');
  const file = await officer.get(sent.data.file.url);
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(file.headers['x-content-type-options']).toBe('nosniff');
  const policy = Object.fromEntries(
    String(file.headers['content-security-policy'])
      .split(';')
      .map((one) => one.trim().split(' '))
      .map(([name, ...sources]) => [name, sources.join(' ')]),
  );
  expect([policy['default-src'], policy['script-src']]).toEqual(["'none'", undefined]);
  expect([policy['frame-ancestors'], policy['form-action'], policy['base-uri']]).toEqual(Array(3).fill("'none'"));
  expect((await officer.get(`${sent.data.file.url}?download`)).headers['content-disposition']).toBe('attachment');
});

test('what only calls itself a PDF is refused, and a PDF where a picture is asked for', async () => {
  for (const content of ['<script>alert(1)</script>', '\n\n<html>%PDF-1.4</html>', 'PK\u0003\u0004']) {
    const sent = await send(content, 'a.pdf');
    expect([sent.code, sent.msg]).toEqual([0, '上传的文件内容与扩展名不符']);
  }
  const asPicture = await send(pdf, 'a.png');
  expect([asPicture.code, asPicture.msg]).toEqual([0, '上传的文件内容与扩展名不符']);
});
