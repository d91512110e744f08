// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { cleanPastedHtml } from './clean-pasted-html.ts';

const item = (level: number, mark: string, content: string) =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  `<span lang=EN-US style='mso-fareast-font-family:Wingdings'><span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp;</span></span></span>` +
  `<![endif]><span>${content}</span><o:p></o:p></p>`;

const texts = (html: string) => html.replace(/<\/?span[^>]*>/g, '');

test('what Word brings along stays behind', () => {
  const html =
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style><!--[if gte mso 9]><xml><o:x/></xml><![endif]--></head>' +
    '<body><!--StartFragment--><p class=MsoTitle>标题</p><h1>一</h1><p class=MsoNormal><b>粗</b>字<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>';
  expect(cleanPastedHtml(html)).toBe('<h2>标题</h2><h2>一</h2><p class="MsoNormal"><strong>粗</strong>字</p>');
});

test('lists of Word become lists, one inside the other', () => {
  const html = `<p>前</p>${item(1, '·', '甲')}${item(2, 'o', '乙')}${item(1, '·', '丙')}<p>后</p>`;
  expect(texts(cleanPastedHtml(html))).toBe(
    '<p>前</p><ul><li><p>甲</p><ul><li><p>乙</p></li></ul></li><li><p>丙</p></li></ul><p>后</p>',
  );
});

test('numbered lists of Word stay numbered', () => {
  expect(texts(cleanPastedHtml(item(1, '1.', '甲') + item(1, '2.', '乙')))).toBe(
    '<ol><li><p>甲</p></li><li><p>乙</p></li></ol>',
  );
});

test('a list that begins deep inside is a list all the same', () => {
  expect(texts(cleanPastedHtml(item(3, '·', '甲') + item(1, '·', '乙')))).toContain('乙');
});

test('bold that is none is not bold', () => {
  expect(cleanPastedHtml('<b style="font-weight:normal"><p>a</p></b>')).toBe('<p>a</p>');
  // bold in Word: only its letters that run from the right are not
  expect(cleanPastedHtml('<p><b style="mso-bidi-font-weight:normal">a</b></p>')).toBe('<p><strong>a</strong></p>');
});

test('nothing that runs comes in', () => {
  expect(cleanPastedHtml('<p>a</p><script>alert(1)</script><svg onload="alert(1)"></svg>')).toBe('<p>a</p>');
});
