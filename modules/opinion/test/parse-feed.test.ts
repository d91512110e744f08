import { expect, test } from 'vitest';
import { parseFeedInWorkerThread } from '../server/receiving/parse-feed-in-worker-thread.ts';
import {
  decodeFeed,
  maxFeedEntries,
  parseFeed,
  parsePublicationTime,
  textOfHtml,
} from '../server/receiving/parse-rss-or-atom-feed.ts';
import { readPushedRow } from '../server/receiving/receive-signed-posts-controller.ts';
import { type IncomingItem, validateAndMaskIncomingPost } from '../server/receiving/validate-and-mask-incoming-post.ts';

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>栏目</title><link>https://a.cn</link>${items}</channel></rss>`;
const entriesOf = (xml: string): readonly IncomingItem[] => {
  const read = parseFeed(xml);
  if (typeof read === 'string') throw new Error(read);
  return read;
};

test('RSS and Atom are read with their dates, authors and texts', () => {
  const [post] = entriesOf(
    rss(`<item><title>停车场<![CDATA[乱收费]]></title><link>https://a.cn/1</link><description>&lt;p&gt;一段&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;&lt;p&gt;两段&lt;/p&gt;</description>
      <dc:creator>张三</dc:creator><pubDate>Sat, 28 Nov 2026 10:00:00 +0800</pubDate></item>`),
  );
  expect(post).toMatchObject({
    url: 'https://a.cn/1',
    title: '停车场乱收费',
    content: '一段\n两段',
    author: '张三',
    at: Date.UTC(2026, 10, 28, 2),
  });
  const [entry] =
    entriesOf(`<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry><source><title>引</title></source><title>标题</title>
    <link rel="self" href="https://b.cn/self"/><link href="https://b.cn/2"/><author><name>李四</name><uri>https://b.cn/u</uri></author>
    <updated>2026-11-28T02:00:00Z</updated><summary>正文</summary></entry></feed>`);
  expect(entry).toMatchObject({
    url: 'https://b.cn/2',
    title: '标题',
    content: '正文',
    author: '李四',
    at: Date.UTC(2026, 10, 28, 2),
  });
});

test('feeds in GBK and UTF-16 are decoded', () => {
  const gbk = Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="gb2312"?><rss><channel><item><title>'),
    Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
    Buffer.from('</title></item></channel></rss>'),
  ]);
  expect(entriesOf(decodeFeed(gbk))[0]?.title).toBe('中文');
  expect(decodeFeed(Buffer.from('\ufeff中', 'utf16le'))).toContain('中');
  expect(decodeFeed(Buffer.from('x'), 'text/xml; charset=invented')).toBe('x');
});

test('hostile feeds end: entities are refused, entries, depth and elements are limited', async () => {
  const bomb = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>`;
  expect(parseFeed(bomb)).toBe('entities');
  expect(parseFeed('<html><body>404</body></html>')).toBe('unreadable');
  expect(parseFeed('')).toBe('unreadable');
  expect(entriesOf(rss('<item><title>x</title></item>'.repeat(maxFeedEntries + 50)))).toHaveLength(maxFeedEntries);
  expect(entriesOf(`<rss>${'<a>'.repeat(5000)}`)).toEqual([]);
  expect(
    entriesOf(rss(`<item><description>${'长'.repeat(400_000)}</description></item>`))[0]?.content.length,
  ).toBeLessThanOrEqual(200_000);
  const task = (xml: string) => ({ bytes: Buffer.from(xml), contentType: '' });
  expect(await parseFeedInWorkerThread(task(bomb))).toBe('entities');
  expect(await parseFeedInWorkerThread(task(rss('<item><title>好</title></item>')))).toHaveLength(1);
});

test('moments of publication are read in the notations in use', () => {
  const noon = Date.UTC(2026, 10, 28, 4);
  for (const written of [
    '2026-11-28 12:00',
    '2026/11/28 12:00:00',
    '2026年11月28日 12:00',
    '2026-11-28T12:00:00+08:00',
    'Sat, 28 Nov 2026 04:00:00 GMT',
  ])
    expect(parsePublicationTime(written), written).toBe(noon);
  for (const written of ['', '昨天', '12', '2026-13-40 99:99'])
    expect(parsePublicationTime(written), written).toBeNaN();
});

test('rows that cannot be stored have a reason, and what is stored is clean', () => {
  const now = Date.UTC(2026, 10, 29);
  const sent = (more: object) =>
    validateAndMaskIncomingPost(
      readPushedRow({ url: 'https://a.cn/1', content: '正文', publish_at: now / 1000, ...more }),
      now,
    );
  expect(sent({ publish_at: now / 1000 + 3600 })).toBe('future');
  expect(sent({ publish_at: '昨天' })).toBe('date');
  expect(sent({ publish_at: null })).toBe('date');
  expect(sent({ content: ' \u0000 ' })).toBe('empty');
  for (const url of ['javascript:alert(1)', 'ftp://a.cn', 'https://', '', 7, null, `https://a.cn/${'x'.repeat(600)}`])
    expect(sent({ url }), String(url)).toBe('url');
  const item = sent({
    title: '',
    content: '致电13800138000\u0007，身份证11010519491231002X',
    reads: -5,
    shares: 1e12,
    comments: 'many',
  });
  expect(item).toMatchObject({
    content: '致电138****8000，身份证1101**********002X',
    reads: null,
    shares: 2_000_000_000,
    comments: null,
  });
  expect(sent({ url: 'HTTPS://A.cn/1#top' })).toMatchObject({ url_hash: (sent({}) as { url_hash: string }).url_hash });
  expect(validateAndMaskIncomingPost(readPushedRow([1]), now)).toBe('url');
  expect(textOfHtml('a<br>b &amp; c<style>x{}</style>')).toBe('a\nb & c');
});
