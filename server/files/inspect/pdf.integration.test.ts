import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';

let app: TestApp;
let officer: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  officer = await app.client({ officer: 'county1' });
});
afterAll(() => app.close());

/** An empty page. */
const pdf = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>> endobj
trailer <</Root 1 0 R>>
%%EOF`;

type Sent = WireAnswer<{ file: { url: string; full_url: string; mimetype: string } }>;
const send = (content: string, name: string, query = 'private=1', encoding: BufferEncoding = 'utf8'): Promise<Sent> =>
  officer.post(
    `/admin/ajax/upload?${query}`,
    Buffer.concat([
      Buffer.from(
        `--cut\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(content, encoding),
      Buffer.from('\r\n--cut--\r\n'),
    ]),
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

test('every type the site offers is accepted by uploads', async () => {
  const { upload } = (
    await officer.get<{ siteConfig: { upload: { mimetype: string; maxsize: number } } }>('/admin/index/index')
  ).data.siteConfig;
  const open = await (await app.client('nobody')).get<{ site: { upload: { mimetype: string; maxsize: number } } }>(
    '/api/index/index',
  );
  expect([open.data.site.upload.mimetype, open.data.site.upload.maxsize]).toEqual([upload.mimetype, upload.maxsize]);
  expect((await send('区县,数量\r\n五华,3', '表.csv')).code).toBe(upload.mimetype.split(',').includes('csv') ? 1 : 0);
});

test('it is shown in a frame of our pages only, without scripts', async () => {
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
  expect([policy['frame-ancestors'], policy['form-action'], policy['base-uri']]).toEqual([
    "'self'",
    "'none'",
    "'none'",
  ]);
  expect((await officer.get(`${sent.data.file.url}?download`)).headers['content-disposition']).toBe('attachment');
});

test('a false PDF is refused, and a PDF instead of a picture', async () => {
  for (const content of ['<script>alert(1)</script>', '\n\n<html>%PDF-1.4</html>', 'PK\u0003\u0004']) {
    const sent = await send(content, 'a.pdf');
    expect([sent.code, sent.msg]).toEqual([0, expect.stringMatching(/^上传的文件内容与扩展名不符/)]);
  }
  const asPicture = await send(pdf, 'a.png');
  expect([asPicture.code, asPicture.msg]).toEqual([0, '上传的文件内容与扩展名不符：名为 PNG，它其实是 PDF 文件。']);
});

/** A PDF as office programs write it, with a photograph and an earlier version in it. */
async function tellingPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle('秘密标题');
  document.setAuthor('张三');
  document.setProducer('WPS 文字');
  const photograph = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Make: 'Testphone' } })
    .jpeg()
    .toBuffer();
  const page = document.addPage([200, 200]);
  page.drawImage(await document.embedJpg(photograph), { x: 10, y: 10, width: 50, height: 50 });
  page.drawText('shown on the page', { x: 20, y: 120 });
  const { context } = document;
  const notes = context.stream('<x:xmpmeta><dc:creator>Zhang San</dc:creator></x:xmpmeta>', {
    Type: 'Metadata',
    Subtype: 'XML',
  });
  document.catalog.set(PDFName.of('Metadata'), context.register(notes));
  page.node.set(PDFName.of('PieceInfo'), context.obj({ Word: { LastModified: PDFString.of('D:20260101') } }));
  context.register(context.stream('the paragraph struck out before publishing'));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

const traces = /xmpmeta|Zhang San|Testphone|struck out|PieceInfo|D:2026|Producer/;

test('a public PDF keeps its pages and loses its metadata', async () => {
  const bytes = await tellingPdf();
  expect(bytes.toString('latin1')).toMatch(traces);
  const sent = await send(bytes.toString('latin1'), '公示.pdf', 'private=0', 'latin1');
  expect([sent.code, sent.msg]).toEqual([1, '文件上传成功！']);
  const file = Buffer.from(await (await fetch(`${app.address}${sent.data.file.url}`)).arrayBuffer());
  const plain = await PDFDocument.load(file, { updateMetadata: false });
  expect(plain.getPageCount()).toBe(1);
  expect(plain.context.trailerInfo.Info).toBeUndefined();
  expect([plain.getTitle(), plain.getAuthor(), plain.getProducer(), plain.getCreationDate()]).toEqual(
    Array(4).fill(undefined),
  );
  expect(file.toString('latin1')).not.toMatch(traces);
  const written = await plain.save({ useObjectStreams: false });
  expect(Buffer.from(written).toString('latin1')).not.toMatch(traces);
  const pictures = plain.context
    .enumerateIndirectObjects()
    .filter(([, one]) => one instanceof PDFRawStream && one.dict.get(PDFName.of('Subtype')) === PDFName.of('Image'))
    .map(([, one]) => Buffer.from((one as PDFRawStream).contents));
  expect(pictures).toHaveLength(1);
  expect(await sharp(pictures[0]).metadata()).toMatchObject({ width: 16, height: 16 });
});

test('a private PDF stays unchanged, byte for byte', async () => {
  const bytes = await tellingPdf();
  const sent = await send(bytes.toString('latin1'), '证据.pdf', 'private=1', 'latin1');
  const link = sent.data.file.full_url.slice(sent.data.file.full_url.indexOf('/storage'));
  const file = Buffer.from(await (await fetch(`${app.address}${link}`)).arrayBuffer());
  expect(file.equals(bytes)).toBe(true);
});

test('a PDF whose metadata cannot be removed is not made public, with an explanation in both languages', async () => {
  const locked = await PDFDocument.create();
  locked.addPage();
  locked.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
  const bytes = Buffer.from(await locked.save());
  const refused = await send(bytes.toString('latin1'), 'a.pdf', 'private=0', 'latin1');
  expect([refused.code, refused.msg]).toEqual([0, 'PDF 已加密，无法清除其中的作者等信息；请取消密码保护后上传']);
  expect((await send(bytes.toString('latin1'), 'a.pdf', 'private=1', 'latin1')).code).toBe(1);
  for (const broken of ['%PDF-1.4\n', `%PDF-1.4\n${'1 0 obj <<'.repeat(2000)}`, pdf.slice(0, 60)]) {
    const sent = await send(broken, 'a.pdf', 'private=0');
    expect([sent.code, sent.msg]).toEqual([0, 'PDF 无法读取，不能公开；请重新导出后上传']);
  }
});

test('a PDF that would unpack to gigabytes is refused without affecting the server', async () => {
  const zeros = deflateSync(Buffer.alloc(100 * 1024 * 1024));
  const bomb = Buffer.concat([
    Buffer.from(pdf.slice(0, pdf.indexOf('trailer'))),
    Buffer.from(`9 0 obj <</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${zeros.length}>> stream\n`),
    zeros,
    Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R>>\n%%EOF'),
  ]);
  const sending = send(bomb.toString('latin1'), 'a.pdf', 'private=0', 'latin1');
  expect((await fetch(`${app.address}/health`)).status).toBe(200);
  const sent = await sending;
  expect([sent.code, sent.msg]).toEqual([0, 'PDF 无法读取，不能公开；请重新导出后上传']);
  // the next file is inspected as usual
  expect((await send(pdf, 'a.pdf', 'private=0')).code).toBe(1);
});
