// @vitest-environment jsdom
import { Editor, getSchema } from '@tiptap/core';
import { DOMSerializer, type Node } from '@tiptap/pm/model';
import { afterEach, expect, test } from 'vitest';
import { richTextElements } from '#kernel/text/rich-text.ts';
import { sanitizeRichText } from '#server/write/field/sanitize-rich-text.ts';
import { richTextExtensions, trimTrailingParagraphs } from './rich-text-extensions.ts';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

const read = (html: string): string => {
  editor?.destroy();
  editor = new Editor({ extensions: richTextExtensions, content: html, injectCSS: false });
  return trimTrailingParagraphs(editor.getHTML());
};

const whole =
  '<h2>企业简介</h2><h3>一</h3><h4>二</h4>' +
  '<p>字<strong>粗</strong><em>斜</em><u>线</u><s>删</s><br>又 "甲" &amp; 乙 &lt; 丙 ' +
  '<a target="_blank" rel="noopener noreferrer" href="https://example.com/?a=1&amp;b=2">网</a>' +
  '<a target="_blank" rel="noopener noreferrer" href="mailto:name@example.com">信</a>' +
  '<a target="_blank" rel="noopener noreferrer" href="tel:12301"><strong>电话</strong></a></p>' +
  '<ul><li><p>甲</p><ol start="3" type="a"><li><p>乙</p></li></ol></li></ul><ol><li><p>丙</p></li></ol>' +
  '<blockquote><p>引</p></blockquote><hr><img src="/storage/default/20261121/a.png" alt="门头">' +
  '<table><tbody><tr><th colspan="2"><p>表头</p></th></tr><tr><td rowspan="2"><p>一</p></td><td><p>二</p></td></tr>' +
  '<tr><td><p>三</p></td></tr></tbody></table>';

test('whatever the editor can make, the server keeps as it is', () => {
  expect(read(whole)).toBe(whole);
  expect(sanitizeRichText(whole)).toBe(whole);
});

test('editor and server have the same elements and attributes', () => {
  const made = new Map<string, Set<string>>();
  for (const element of new DOMParser().parseFromString(read(whole), 'text/html').body.querySelectorAll('*')) {
    const names = made.get(element.localName) ?? new Set();
    for (const name of element.getAttributeNames()) names.add(name);
    made.set(element.localName, names);
  }
  const cells = new Set([...(made.get('th') ?? []), ...(made.get('td') ?? [])]);
  made.set('th', cells).set('td', cells);
  const sorted = (entries: Iterable<readonly [string, Iterable<string>]>) =>
    [...entries].map(([name, list]) => [name, [...list].toSorted()]).toSorted();
  expect(sorted(made)).toEqual(sorted(Object.entries(richTextElements)));
});

test('every node and mark of the schema is in that text, and its HTML survives the server', () => {
  const schema = getSchema(richTextExtensions);
  read(whole);
  const found = new Set<string>();
  const serializer = DOMSerializer.fromSchema(schema);
  editor?.state.doc.descendants((node: Node) => {
    found.add(node.type.name);
    for (const mark of node.marks) found.add(mark.type.name);
  });
  expect([...found].toSorted()).toEqual(
    [...Object.keys(schema.nodes), ...Object.keys(schema.marks)].filter((name) => name !== 'doc').toSorted(),
  );
  for (const type of Object.values(schema.nodes)) {
    const node = type.createAndFill();
    if (!node || type.isText || type.name === 'doc' || type.name === 'image') continue;
    const holder = document.createElement('div');
    holder.append(serializer.serializeNode(node));
    const html = holder.innerHTML;
    // a sign at the start of what is empty, which alone would be nothing
    expect(sanitizeRichText(`字${html}`), type.name).toBe(`字${html}`);
  }
});

test.each([
  ['<p>a<script>alert(1)</script></p>', '<p>a</p>'],
  ['<p>a<img src="x" onerror="alert(1)"></p>', '<p>a</p>'],
  ['<p><a href="javascript:alert(1)">x</a></p>', '<p>x</p>'],
  ['<p><a href="https://a.cn" title="t" class="c" target="top">x</a></p>', undefined],
  ['<p style="color:red" class="x">a</p>', '<p>a</p>'],
  ['<table style="width:9px"><tr><td style="text-align:center" colwidth="3">a</td></tr></table>', undefined],
  ['<pre><code>a</code></pre>', '<p>a</p>'],
])('%s goes in clean', (html, clean) => {
  const made = read(html);
  if (clean !== undefined) expect(made).toBe(clean);
  expect(sanitizeRichText(made)).toBe(made);
});
