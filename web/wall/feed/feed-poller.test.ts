import { beforeEach, expect, test } from 'vitest';
import type { PanelResponseHead } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { FeedPoller, type FeedState, retryPauses } from './feed-poller.ts';

const paces = { enterprise: 60, audit: 60, newest: 30, map: 60, calendar: 3600 };

const head: PanelResponseHead = {
  asof: 0,
  source: null,
  state: 'ok',
  area: { code: '530100', name: '昆明市', level: 2, path: [] },
};

/** A clock set by the test. */
let now = 0;
let timers: { at: number; work: () => void }[] = [];
let queries: { panel: string; area: string | undefined; at: number; past?: string }[] = [];
let answer: (panel: string) => Promise<PanelResponseHead>;

class Refusal extends Error {}

const makeFeed = (initial?: FeedState['panels']) =>
  new FeedPoller({
    paces,
    ...(initial ? { initial } : {}),
    fetch: (panel, query) => {
      queries.push({ panel, area: query.area, at: now, ...(query.at ? { past: query.at } : {}) });
      return answer(panel);
    },
    isRefusal: (error) => error instanceof Refusal,
    now: () => now,
    later: (work, ms) => {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return timer;
    },
    cancel: (timer) => {
      timers = timers.filter((one) => one !== timer);
    },
  });

async function pass(ms: number): Promise<void> {
  const end = now + ms;
  for (;;) {
    await settle();
    const next = timers.filter((one) => one.at <= end).sort((one, other) => one.at - other.at)[0];
    if (!next) break;
    timers = timers.filter((one) => one !== next);
    now = Math.max(now, next.at);
    next.work();
  }
  now = end;
  await settle();
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const times = (panel: string) => queries.filter((one) => one.panel === panel).length;

beforeEach(() => {
  now = 1_000_000;
  timers = [];
  queries = [];
  answer = async () => head;
});

test('every panel is read at once, then at its own pace', async () => {
  const feed = makeFeed();
  feed.start('532900');
  await pass(1);
  expect(Object.keys(feed.state().panels).sort()).toEqual(Object.keys(paces).sort());
  expect(queries.every((one) => one.area === '532900')).toBe(true);
  await pass(61_000);
  expect(times('enterprise')).toBe(2);
  expect(times('newest')).toBe(3);
  expect(times('calendar')).toBe(1);
  feed.stop();
  await pass(600_000);
  expect(times('enterprise')).toBe(2);
});

test('many events cause one read', async () => {
  const feed = makeFeed();
  feed.start(undefined);
  await pass(1);
  for (let n = 0; n < 200; n++) {
    feed.refresh(['newest'], 200);
    await pass(1);
  }
  await pass(300);
  expect(times('newest')).toBe(2);
});

test('a change during a read causes another read', async () => {
  const feed = makeFeed();
  feed.start(undefined);
  await pass(1);
  let finish = () => {};
  answer = () => new Promise((resolve) => (finish = () => resolve(head)));
  feed.refresh(['newest'], 0);
  await pass(10);
  feed.refresh(['newest'], 0);
  expect(times('newest')).toBe(2);
  answer = async () => head;
  finish();
  await pass(400);
  expect(times('newest')).toBe(3);
});

test('a lost connection keeps the figures, retries with growing pauses and then reads everything', async () => {
  const feed = makeFeed();
  feed.start(undefined);
  await pass(1);
  const before = feed.state().panels;
  answer = async () => {
    throw new Error('nothing answered');
  };
  await pass(60_500);
  expect(feed.state().lost?.since).toBeGreaterThan(1_000_000);
  expect(feed.state().panels.enterprise).toBe(before.enterprise);
  const tried: number[] = [];
  queries = [];
  await pass(400_000);
  for (const { at, panel } of queries) if (panel === 'enterprise') tried.push(at);
  const pauses = tried.slice(1).map((at, index) => at - (tried[index] ?? 0));
  expect(pauses.length).toBeGreaterThan(3);
  for (const [index, pause] of pauses.entries())
    if (index > 0) expect(pause).toBeGreaterThanOrEqual(pauses[index - 1] ?? 0);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(Math.max(...retryPauses));
  expect(new Set(queries.map((one) => one.panel)).size).toBe(1);

  answer = async () => head;
  queries = [];
  feed.retryNow();
  await pass(10);
  expect(feed.state().lost).toBeUndefined();
  expect(new Set(queries.map((one) => one.panel)).size).toBe(Object.keys(paces).length);
});

test('a refusal is reported and is no lost connection', async () => {
  const feed = makeFeed();
  answer = async () => {
    throw new Refusal('地区无效');
  };
  feed.start('999999');
  await pass(10);
  expect(feed.state()).toMatchObject({ refused: { message: '地区无效' } });
  expect(feed.state().lost).toBeUndefined();
});

test('answers for a previous area are dropped', async () => {
  const feed = makeFeed();
  const finish: (() => void)[] = [];
  const of = (code: string): PanelResponseHead => ({ ...head, area: { ...head.area, code } });
  answer = () => new Promise((resolve) => finish.push(() => resolve(of('530000'))));
  feed.start('530000');
  await pass(1);
  answer = async () => of('532900');
  feed.start('532900');
  await pass(1);
  for (const one of finish) one();
  await pass(1);
  expect(feed.state().panels.enterprise?.answer).toMatchObject({ area: { code: '532900' } });
});

test('a poller of other feeds shows what its predecessor had of the same area until it has its own', async () => {
  const first = makeFeed();
  first.start('530102');
  await pass(1);
  const before = first.state().panels;
  expect(first.answersFor('530103')).toEqual({});
  expect(first.answersFor(undefined)).toEqual({});
  const left = new FeedPoller({
    paces: { map: 60, other: 60 },
    initial: first.answersFor('530102'),
    fetch: async () => ({ ...head, asof: 9 }),
    isRefusal: () => false,
  });
  expect(left.state().panels).toEqual({ map: before.map });

  const second = makeFeed(first.answersFor('530102'));
  expect(second.state().panels).toEqual(before);
  let release = (_: PanelResponseHead) => {};
  answer = () => new Promise((resolve) => (release = resolve));
  second.start('530102');
  await pass(1);
  expect(second.state().panels, 'nothing is emptied while the new figures are read').toEqual(before);
  expect(makeFeed(second.answersFor('530102')).state().panels, 'nor by a third').toEqual(before);
  release({ ...head, asof: 7 });
  await pass(1);
  expect(Object.values(second.state().panels).filter((one) => one.answer.asof === 7)).toHaveLength(1);
  second.start('530103');
  expect(second.answersFor('530103'), 'of another area').toEqual({});
});

test('a past moment is read once, and the present continues after it', async () => {
  const feed = makeFeed();
  feed.start('532900', 1_700_000_000);
  await pass(1);
  expect(queries.map((one) => one.past)).toEqual(Object.keys(paces).map(() => '1700000000'));
  expect(feed.settled()).toBe(true);
  feed.refresh(['newest'], 0);
  await pass(300_000);
  expect(times('newest')).toBe(1);
  feed.start('532900');
  await pass(61_000);
  expect(times('newest')).toBe(4);
  expect(queries.at(-1)?.past).toBeUndefined();
});

test('a feed whose parameters changed is read again at once, of a past moment and during a read, too', async () => {
  const feed = makeFeed();
  feed.start('530100', 1_790_000_000);
  await pass(1);
  feed.refresh(['map'], 0);
  await pass(1000);
  expect(times('map'), 'an event changes nothing of the past').toBe(1);
  feed.readAgain('map');
  await pass(1);
  expect(queries.at(-1)).toMatchObject({ panel: 'map', past: '1790000000' });
  let finish = (_: PanelResponseHead) => {};
  answer = () => new Promise<PanelResponseHead>((done) => (finish = done));
  feed.readAgain('map');
  await pass(1);
  feed.readAgain('map');
  finish(head);
  await pass(1000);
  expect(times('map')).toBe(4);
  finish(head);
  await pass(120_000);
  expect(times('map'), 'a past moment is not read by the clock').toBe(4);
});

test('the answers of a past moment appear together, however long one of them takes', async () => {
  const feed = makeFeed();
  feed.start('532900');
  await pass(1);
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const moments: (readonly number[])[] = [];
  feed.subscribe(() => moments.push(Object.values(feed.state().panels).map((one) => one.answer.asof)));
  answer = async (panel) => {
    if (panel === 'map') await slow;
    return { ...head, asof: 500 };
  };
  feed.start('532900', 500);
  await pass(5_000);
  expect(new Set(moments.flat()), 'nothing of the past is shown alone').toEqual(new Set([0]));
  release();
  await pass(1);
  expect(new Set(moments.at(-1))).toEqual(new Set([500]));
  expect(moments.filter((one) => new Set(one).size > 1)).toEqual([]);
  feed.stop();
});
