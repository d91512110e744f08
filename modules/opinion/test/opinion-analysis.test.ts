import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { phrasesOf } from '../server/alert/select-topics-that-meet-alert-rule-sql.ts';
import {
  maxTopicDistance,
  TopicClusters,
  topicWindow,
} from '../server/analysis/cluster-posts-into-topics-by-simhash.ts';
import { PhraseIndex } from '../server/analysis/find-many-phrases-in-text.ts';
import {
  divisionNames,
  enterpriseNames,
  indexSubjectNames,
  matchEnterprisesAndDivisions,
} from '../server/analysis/match-enterprise-and-division-names.ts';
import { learntWeight, lexiconOf, scoreText, type Term } from '../server/analysis/score-sentiment-by-lexicon.ts';
import { hammingDistance, parseStoredSimHash, simHashOf, toStoredSimHash } from '../server/analysis/simhash-of-text.ts';

const halves = fc.record({
  high: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  low: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
});
const han = fc.string({
  unit: fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCodePoint(code)),
  minLength: 60,
  maxLength: 300,
});

describe('SimHash', () => {
  it('survives storage as a signed integer of 64 bits', () => {
    fc.assert(
      fc.property(halves, (hash) => {
        expect(parseStoredSimHash(toStoredSimHash(hash))).toEqual(hash);
      }),
    );
  });

  it('counts the bits that differ', () => {
    const slow = (one: bigint, other: bigint) =>
      [...BigInt.asUintN(64, one ^ other).toString(2)].filter((bit) => bit === '1').length;
    fc.assert(
      fc.property(halves, halves, (one, other) => {
        const [a, b] = [BigInt(toStoredSimHash(one)), BigInt(toStoredSimHash(other))];
        expect(hammingDistance(one, other)).toBe(slow(a, b));
      }),
    );
  });

  it('is the same whatever punctuation, width, case and address a text has', () => {
    const text = '石林景区停车场乱收费，游客投诉后无人处理';
    for (const other of [
      '石林景区停车场乱收费游客投诉后无人处理',
      '【石林景区】停车场 乱收费！！游客投诉后无人处理 https://t.cn/a1 @某人',
    ])
      expect(simHashOf(other)).toEqual(simHashOf(text));
    expect(simHashOf('ＡＢＣ景区')).toEqual(simHashOf('abc景区'));
    expect(simHashOf('。！…')).toBeUndefined();
  });

  it('differs little for a text that is passed on, and much for another', () => {
    fc.assert(
      fc.property(han, (text) => {
        const hash = simHashOf(text);
        const quoted = simHashOf(`转发${text}`);
        if (!hash || !quoted) throw new Error('no fingerprint');
        expect(hammingDistance(hash, quoted)).toBeLessThanOrEqual(16);
      }),
      { seed: 7 },
    );
    const [one, other] = [
      simHashOf('石林景区停车场乱收费，游客投诉后无人处理，希望有关部门尽快核实'),
      simHashOf('大理古城周末举办非遗音乐会，市民和游客免费入场，现场秩序良好'),
    ];
    expect(one && other && hammingDistance(one, other)).toBeGreaterThan(maxTopicDistance);
  });
});

test('a topic is found exactly where comparing with each would find one', () => {
  const seed = fc.record({
    hash: fc.record({ high: fc.integer({ min: 0, max: 255 }), low: fc.integer({ min: 0, max: 4095 }) }),
    at: fc.integer({ min: 0, max: 2 * topicWindow }),
  });
  fc.assert(
    fc.property(fc.array(seed, { maxLength: 30 }), seed, (topics, post) => {
      const found = new TopicClusters(topics).find(post);
      const near = topics.filter(
        (one) => Math.abs(one.at - post.at) <= topicWindow && hammingDistance(one.hash, post.hash) <= maxTopicDistance,
      );
      const least = Math.min(...near.map((one) => hammingDistance(one.hash, post.hash)));
      expect(found === undefined).toBe(near.length === 0);
      if (found) expect(hammingDistance(found.hash, post.hash)).toBe(least);
    }),
  );
});

const term = (id: number, word: string, weight: number, kind: Term['kind'] = 'sentiment'): Term => ({
  id,
  word,
  weight,
  kind,
});
const lexicon = lexiconOf([
  term(1, '满意', 0.8),
  term(2, '不满意', -0.4),
  term(3, '乱收费', -0.6),
  term(4, '非常', 1.5, 'degree'),
  term(5, '并不', 0, 'negation'),
  term(6, '导游', 0, 'subject'),
  term(7, '溺水', -1, 'sensitive'),
  term(8, 'good', 0.4),
]);
const scoreOf = (content: string, title = '') => scoreText(lexicon, title, content);

describe('sentiment', () => {
  it('is that of the words, with negation, degree and title', () => {
    expect(scoreOf('这次很满意').sentiment).toBe('positive');
    expect(scoreOf('停车场乱收费').sentiment).toBe('negative');
    expect(scoreOf('导游在门口等').sentiment).toBe('neutral');
    expect(scoreOf('并不满意').score).toBeLessThan(0);
    expect(scoreOf('不满意')).toMatchObject({ sentiment: 'negative', terms: [2] });
    expect(scoreOf('非常满意').score).toBeGreaterThan(scoreOf('满意').score);
    expect(scoreOf('', '满意').score).toBeGreaterThan(scoreOf('满意').score);
    expect(scoreOf('并不满意').terms, 'a negated word is no key word').toEqual([]);
    expect(scoreOf('一名游客溺水').sensitive).toEqual(['溺水']);
  });

  it('finds Latin words as wholes', () => {
    expect(scoreOf('A GOOD trip').score).toBeGreaterThan(0);
    expect(scoreOf('goodness').score).toBe(0);
  });

  it('stays between −1 and 1, and more of the same is not less', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (noise, times) => {
        const { score } = scoreOf(noise + '乱收费，'.repeat(times));
        expect(score).toBeGreaterThanOrEqual(-1);
        expect(score).toBeLessThanOrEqual(1);
        expect(scoreOf('乱收费，'.repeat(times + 1)).score).toBeLessThanOrEqual(
          scoreOf('乱收费，'.repeat(times)).score,
        );
      }),
    );
  });

  it('learns from labels: between the entered weight and their mean, nearer to it the more there are', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.array(fc.constantFrom(-1, 0, 1), { maxLength: 200 }),
        (entered, labels) => {
          const sum = labels.reduce<number>((all, one) => all + one, 0);
          const learnt = learntWeight(entered, { count: labels.length, sum });
          const mean = labels.length === 0 ? entered : sum / labels.length;
          expect(learnt).toBeGreaterThanOrEqual(Math.min(entered, mean) - 1e-9);
          expect(learnt).toBeLessThanOrEqual(Math.max(entered, mean) + 1e-9);
        },
      ),
    );
    expect(learntWeight(0.5, { count: 0, sum: 0 })).toBe(0.5);
    expect(learntWeight(0, { count: 100, sum: -100 })).toBeLessThan(-0.9);
  });
});

test('phrases are the longest at each place, and found as a slow search finds them', () => {
  const index = new PhraseIndex([
    ['石林', 1],
    ['石林县', 2],
    ['县城', 3],
  ] as const);
  expect([...index.find('石林县城与石林')].map(({ value, at }) => [value, at])).toEqual([
    [2, 0],
    [1, 5],
  ]);
  const part = fc.string({ unit: fc.constantFrom('甲', '乙', '丙'), minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.uniqueArray(part, { maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('甲', '乙', '丙'), maxLength: 30 }),
      (phrases, text) => {
        const found = [...new PhraseIndex(phrases.map((one) => [one, one] as const)).find(text)];
        for (const { at, value } of found) {
          expect(text.startsWith(value, at)).toBe(true);
          expect(phrases.some((one) => one.length > value.length && text.startsWith(one, at))).toBe(false);
        }
        if (found.length === 0) expect(phrases.some((one) => text.includes(one))).toBe(false);
      },
    ),
  );
});

test('subjects are those in the area of the source, by the names that people write', () => {
  expect(enterpriseNames('昆明彩云旅行社有限公司', null)).toEqual(['昆明彩云旅行社有限公司', '昆明彩云旅行社']);
  expect(divisionNames('石林彝族自治县')).toEqual(['石林彝族自治县', '石林']);
  const names = indexSubjectNames([
    ['彩云旅行社', { of: 'enterprise', id: 1, area: '530102' }],
    ['彩云旅行社', { of: 'enterprise', id: 2, area: '532901' }],
    ['石林', { of: 'area', area: '530126' }],
    ['昆明', { of: 'area', area: '530100' }],
  ]);
  const match = (prefix: string, text: string) =>
    matchEnterprisesAndDivisions(names, (code) => code.startsWith(prefix), '', text);
  expect(match('53', '昆明石林')).toEqual({ enterprises: [], area: '530126' });
  expect(match('5329', '彩云旅行社在石林')).toEqual({ enterprises: [2], area: '532901' });
  expect(match('4501', '彩云旅行社在石林')).toEqual({ enterprises: [], area: undefined });
});

test('phrases of a rule are separated as people do', () => {
  expect(phrasesOf('宰客、黑车，甩客; ABC')).toEqual(['宰客', '黑车', '甩客', 'abc']);
  expect(phrasesOf(' 、, ')).toEqual([]);
});
