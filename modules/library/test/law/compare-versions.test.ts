import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markTextChanges } from '../../contract/law/mark-text-changes.ts';
import { alignArticles, type ComparedArticle } from '../../contract/law/pair-articles-of-two-law-versions.ts';

const article = (number: number, text: string | null, inserted = 0): ComparedArticle => ({ number, inserted, text });
const numbers = (before: readonly ComparedArticle[], after: readonly ComparedArticle[]) =>
  alignArticles(before, after).map((pair) => [pair.before?.number, pair.after?.number]);

const a = '为了规范旅游市场秩序，制定本条例。';
const b = '旅行社应当按照合同约定提供服务，不得擅自变更行程。';
const c = '违反本条例规定的，由旅游主管部门责令改正，处一万元以上五万元以下的罚款。';
const d = '导游人员应当佩戴导游证，并接受旅游者的监督。';

test('articles of one number are the same article', () => {
  const changed = c.replace('一万元', '二万元');
  expect(
    numbers([article(1, a), article(2, b), article(3, c)], [article(1, a), article(2, b), article(3, changed)]),
  ).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

test('after an insertion the wording tells which article is which', () => {
  const changed = c.replace('一万元', '二万元');
  expect(
    numbers(
      [article(1, a), article(2, b), article(3, c)],
      [article(1, a), article(2, d), article(3, b), article(4, changed)],
    ),
  ).toEqual([
    [1, 1],
    [undefined, 2],
    [2, 3],
    [3, 4],
  ]);
});

test('a removed article stands where it was', () => {
  expect(numbers([article(1, a), article(2, b), article(3, c)], [article(1, a), article(2, c)])).toEqual([
    [1, 1],
    [2, undefined],
    [3, 2],
  ]);
});

test('an article without text has that of its number', () => {
  expect(numbers([article(1, a), article(2, null)], [article(1, null), article(2, b)])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('every article is compared once', () => {
  const articles = fc.uniqueArray(
    fc.record({ number: fc.integer({ min: 1, max: 30 }), text: fc.constantFrom(a, b, c, d, null) }),
    {
      selector: ({ number }) => number,
      maxLength: 15,
    },
  );
  fc.assert(
    fc.property(articles, articles, (before, after) => {
      const [old, fresh] = [before, after].map((list) => list.map(({ number, text }) => article(number, text)));
      const pairs = alignArticles(old ?? [], fresh ?? []);
      expect(pairs.flatMap((pair) => pair.before ?? []).toSorted((x, y) => x.number - y.number)).toEqual(
        (old ?? []).toSorted((x, y) => x.number - y.number),
      );
      expect(pairs.flatMap((pair) => pair.after ?? [])).toEqual(fresh);
    }),
  );
});

test('long laws with nothing in common are compared in a moment', () => {
  // a common character in every third place: many pairs have to be counted
  const text = (seed: number) =>
    Array.from({ length: 200 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919 + seed * 104_729) % 997))).join('');
  const law = (seed: number): ComparedArticle[] =>
    Array.from({ length: 2000 }, (_, at) => ({ number: at + 1, inserted: 0, text: text(seed + at) }));
  const started = performance.now();
  const pairs = alignArticles(law(0), law(5000));
  expect(performance.now() - started).toBeLessThan(4000);
  expect(new Set(pairs.map(({ after }) => after).filter(Boolean)).size).toBe(2000);
});

test('changed words are marked', () => {
  const pieces = markTextChanges('处一万元以上的罚款', '处二万元以上的罚款');
  expect(pieces.map(({ change }) => change)).toEqual(['same', 'removed', 'added', 'same']);
  expect(pieces[1]?.text).toMatch(/^一万?$/);
  expect(markTextChanges('甲', '甲')).toEqual([{ text: '甲', change: 'same' }]);
  expect(markTextChanges('', '甲')).toEqual([{ text: '甲', change: 'added' }]);
});

test('both texts can be read from the marks', () => {
  const words = fc.string({ maxLength: 40, unit: fc.constantFrom(...'旅游法条例，。罚款一二三 ab\n') });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const pieces = markTextChanges(before, after);
      const read = (without: string) => pieces.flatMap((one) => (one.change === without ? [] : one.text)).join('');
      expect([read('added'), read('removed')]).toEqual([before, after]);
    }),
  );
});
