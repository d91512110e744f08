import { describe, expect, test } from 'vitest';
import { joinSentences, type Locale, locales, text, textIn } from '#kernel/text/text.ts';
import { serverModules } from '#modules/server.ts';
import { files, readSource } from '../architecture/sources.ts';

/** Two stops in a row, of which one is superfluous: `。。`, `。，`, `；。`, `. .`, `?.` and the like. */
const double = /[。．；，、！？][\s]?[。．；，、！？.,;]|[.;,][\s]?[。．；，、]|[.,;!?]\s?[.;](?!\w)|(?<!\bCo)[.;],/;

/** Removes what only looks like two stops. */
const plain = (sentence: string) =>
  sentence
    .replaceAll(' .. ', ' ')
    .replaceAll(/\.{3}|……/g, '…')
    .replaceAll(/Ltd\.(?=[,;])/g, 'Ltd');

/** Every `text('…', '…')` in the sources of the product. */
const literal = String.raw`'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"`;
const call = new RegExp(String.raw`\btext\(\s*(?:${literal})\s*,\s*(?:${literal})\s*,?\s*\)`, 'g');
const texts = files.flatMap((file) =>
  [...readSource(file).matchAll(call)].map(([, a, b, c, d]) => ({
    file,
    phrase: text((a ?? b ?? '').replaceAll(/\\(.)/g, '$1'), (c ?? d ?? '').replaceAll(/\\(.)/g, '$1')),
  })),
);

/** Typical inputs for a reason, and endings of names. */
const written: Readonly<Record<Locale, readonly string[]>> = {
  'zh-cn': ['照片模糊。', '请补交合同；', '是否已盖章？', '照片模糊，', '见附件……', '甲社', '3'],
  en: ['The photo is blurred.', 'Send the contract;', 'Is it sealed?', 'See annex...', 'Kunming Tours Co., Ltd.', '3'],
};
/** Placeholders for a part of an address or a number, not of a sentence. */
const isSentence = (phrase: string) => !/https?:|\{(yyyy|seq|filesha1)\}/.test(phrase);

/** English texts that quote Chinese: the other language by its own name, and words of Chinese documents. */
const quoting: ReadonlySet<string> = new Set([
  '中文',
  '绑定 {code}',
  '切换为中文',
  'E.g. {authority}文综罚字〔{yyyy}〕{seq}号; system rule if left empty',
  'The title must end with the document type, e.g. “{kind}” or “关于……的{kind}”',
  'Find articles by number or words: “旅游法 35”, “第三十五条”, “诱骗 购物”; in published laws, as of a day if given',
  'No article was found. Each article must begin a paragraph with its number, such as 第一条. Convert automatic numbering of Word to text first',
  'E.g. “旅游法 35”, “第三十五条”, “诱骗 购物”',
  'Paste the State Council notice as published, or a list with one day per line (2027-01-01 放假 元旦). Dates without a year are taken as {year}.',
]);
/** Names that have no Chinese form, and the other language by its own name. */
const names: ReadonlySet<string> = new Set([
  'English',
  'Switch to English',
  'Word',
  'Excel',
  'Excel（.xlsx）',
  'AccessKey ID',
  'AccessKey Secret',
  'AccessKey ID / SecretId',
  'AccessKey Secret / SecretKey',
]);

describe('texts', () => {
  test('are English in English and Chinese in Chinese', () => {
    const han = /\p{Script=Han}/u;
    const left = texts.flatMap(({ file, phrase }) => [
      ...(han.test(phrase.en) && !quoting.has(phrase.en) ? [`${file}: ${phrase.en}`] : []),
      ...(!han.test(phrase['zh-cn']) &&
      /[a-z]{2}/.test(phrase['zh-cn'].replaceAll(/\{\w+\}|\S*[@/:]\S*/g, '')) &&
      !names.has(phrase['zh-cn'])
        ? [`${file}: ${phrase['zh-cn']}`]
        : []),
      ...(/\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/i.test(phrase['zh-cn']) && !names.has(phrase['zh-cn'])
        ? [`${file}: ${phrase['zh-cn']}`]
        : []),
    ]);
    expect(left).toEqual([]);
  });

  test('of pages are declared in both languages: no Chinese outside of such pairs', () => {
    // Chinese that is parsed instead of shown: names of days and places as people write them, and characters in
    // drawings
    const reads: ReadonlySet<string> = new Set([
      'web/http/call-error-texts.ts',
      'web/i18n/pinyin-initials.ts',
      'web/map/cluster/cluster-donut-geometry.ts',
      'web/shell/header/app-header.tsx',
      'web/theme/load-font-if-system-lacks-chinese.ts',
      'web/shell/command-palette/command-palette-actions.ts',
      'web/shell/use-shell-command-palette-actions.ts',
      'web/sign-in/sign-in-form.tsx',
      'web/wall/feed/format-wall-time.ts',
      'web/input/rows/paste/place-pasted-columns-by-header-or-content-and-fill-child-rows.ts',
      'modules/system/web/calendar/calendar-marking-toolbar.tsx',
      'modules/library/web/law/law-article-text-and-marked-changes.tsx',
    ]);
    const pages = files.filter((file) => /^web\/|\/web\//.test(file) && !reads.has(file));
    expect(pages.length).toBeGreaterThan(500);
    const left = pages.flatMap((file) =>
      readSource(file)
        .replaceAll(call, '')
        .replaceAll(/\btext\(`[^`]*`, `[^`]*`\)/g, '')
        .replaceAll(/'zh-cn':\s*(?:'[^'\n]*'|"[^"\n]*")/g, '')
        .split('\n')
        .filter((line) => /\p{Script=Han}/u.test(line.replace(/\s\/\/ .*$/, '')))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(left).toEqual([]);
  });
});

describe('sentences end with one stop', () => {
  test('in all texts, in both languages, whatever replaces the placeholders', () => {
    expect(texts.length).toBeGreaterThan(3000);
    const found = texts.flatMap(({ file, phrase }) =>
      locales.flatMap((locale) => {
        if (!isSentence(phrase[locale])) return [];
        const names = [...phrase[locale].matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
        const fillings = names.length === 0 ? [''] : written[locale];
        return fillings
          .map((value) => textIn(phrase, locale, Object.fromEntries(names.map((name) => [name, value]))))
          .filter((sentence) => double.test(plain(sentence)))
          .map((sentence) => `${file}: ${sentence}`);
      }),
    );
    expect(found).toEqual([]);
  });

  test('in all messages, also with the samples of their placeholders', () => {
    const templates = serverModules(() => undefined).flatMap(({ messages = [] }) => messages);
    expect(templates.length).toBeGreaterThan(30);
    for (const { text: phrase, places } of templates)
      for (const locale of locales) {
        const samples = Object.fromEntries(Object.entries(places).map(([name, { sample }]) => [name, sample]));
        expect(textIn(phrase, locale, samples)).not.toMatch(double);
      }
  });

  test.each([
    ['原因：{why}。', '照片模糊。', '原因：照片模糊。'],
    ['原因：{why}。', '照片模糊；', '原因：照片模糊。'],
    ['原因：{why}。请更正', '是否盖章？', '原因：是否盖章？请更正'],
    ['{why}，请更正', '照片模糊。', '照片模糊，请更正'],
    ['{why}, then', 'Kunming Tours Co., Ltd.', 'Kunming Tours Co., Ltd., then'],
    ['of {why}.', 'Kunming Tours Co., Ltd.', 'of Kunming Tours Co., Ltd.'],
    ['Because: {why}.', 'It is blurred.', 'Because: It is blurred.'],
    ['{why}.pdf', 'a', 'a.pdf'],
    ['{why}{n}。', '照片模糊。', '照片模糊。{n}。'],
  ])('%s with %s', (phrase, why, whole) => {
    expect(textIn(text(phrase, phrase), 'zh-cn', { why })).toBe(whole);
  });

  test('when sentences of several origins share a line', () => {
    expect(joinSentences(['照片模糊。', '缺少合同', '是否盖章？', '完。'])).toBe('照片模糊；缺少合同；是否盖章？完。');
    expect(joinSentences(['It is blurred.', 'No contract'], '; ')).toBe('It is blurred; No contract');
    expect(joinSentences([])).toBe('');
  });
});

describe('English plurals', () => {
  test('use the singular for one', () => {
    const rows = text('{n} 行', '{n} {n|row|rows} {n|was|were} read.');
    expect([1, '1', 2, 0, '1,001'].map((n) => textIn(rows, 'en', { n }))).toEqual([
      '1 row was read.',
      '1 row was read.',
      '2 rows were read.',
      '0 rows were read.',
      '1,001 rows were read.',
    ]);
    expect(textIn(rows, 'en')).toBe(rows.en);
  });

  test('never follow a number unconditionally: `{n} {n|row|rows}`', () => {
    // words after a name instead of a number; and units
    const others = new Set(
      'after already and as between departs does drives enquires expires guides has invites is manages ms of or quotes requests resumes runs s says serves shows this was'.split(
        ' ',
      ),
    );
    const names = /^\{(?:format|label|name)\} /;
    const plurals = new Set(
      texts.flatMap(({ phrase }) => [...phrase.en.matchAll(/\{\w+\|[^|{}]*\|(\w+)\}/g)].map(([, plural]) => plural)),
    );
    const left = texts.flatMap(({ file, phrase }) =>
      [...phrase.en.matchAll(/\{\w+\} ([a-z]+)(?: ([a-z]+))?/g)]
        .filter(
          ([found, first = '', second]) =>
            !others.has(first) && !names.test(found) && (/s$/.test(first) || plurals.has(first) || plurals.has(second)),
        )
        .map(([found]) => `${file}: ${found}`),
    );
    expect(left).toEqual([]);
  });
});
