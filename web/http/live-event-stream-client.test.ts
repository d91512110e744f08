// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeAdmin } from '#web/session/session.ts';

/** A stand-in for EventSource, which jsdom lacks. */
class Line extends EventTarget {
  static readonly CLOSED = 2;
  static lines: Line[] = [];
  readonly url: URL;
  readyState = 0;
  onerror: (() => void) | null = null;
  constructor(url: string) {
    super();
    this.url = new URL(url, 'http://localhost');
    Line.lines.push(this);
  }
  close(): void {
    this.readyState = Line.CLOSED;
  }
  open(): void {
    this.readyState = 1;
    this.emit('clock', { now: 1 });
  }
  emit(kind: string, data: object, lastEventId = ''): void {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data), lastEventId }));
  }
}
const open = () => Line.lines.filter(({ readyState }) => readyState !== Line.CLOSED);
const topics = () => open().map(({ url }) => url.searchParams.get('topics'));
const event = (name: string, resource: string) => ({ id: 1, name, resource, row_id: 7, payload: {}, createtime: 1 });

let stream: typeof import('./live-event-stream-client.ts');
let hidden = false;
const leaving: (() => void)[] = [];
const subscribe: typeof stream.subscribeToLiveEvents = (...given) => {
  const leave = stream.subscribeToLiveEvents(...given);
  leaving.push(leave);
  return leave;
};
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('EventSource', Line);
  Line.lines = [];
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  storeAdmin({ id: 1, token: 'a' });
  stream = await import('./live-event-stream-client.ts');
});
afterEach(async () => {
  // The connections of this test must not wake up in the next.
  for (const leave of leaving.splice(0)) leave();
  await vi.advanceTimersByTimeAsync(1000);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const settle = () => vi.advanceTimersByTimeAsync(50);

test('one connection requests the topics on the screen, and reopens at its position for further ones', async () => {
  const heard: string[] = [];
  subscribe(['enterprise/enterprise'], ({ name }) => heard.push(name));
  subscribe(['job'], ({ name }) => heard.push(name));
  await settle();
  expect(topics()).toEqual(['enterprise/enterprise,job']);
  const [first] = open();
  first?.open();
  first?.emit('ping', {}, '12-34');
  first?.emit('event', event('enterprise/enterprise.submitted', 'enterprise/enterprise'), '13-35');
  const leave = subscribe(['enterprise/licence'], ({ name }) => heard.push(name));
  await settle();
  expect(topics()).toEqual(['enterprise/enterprise,enterprise/licence,job']);
  expect(open()[0]?.url.searchParams.get('lastEventId')).toBe('13-35');
  first?.emit('event', event('twice', 'enterprise/enterprise'), '14-36');
  expect([heard, stream.isEventStreamLive('admin')]).toEqual([['enterprise/enterprise.submitted'], true]);
  leave();
  subscribe(['job'], () => {});
  await settle();
  expect(Line.lines, 'less, or the same, needs no other line').toHaveLength(2);
});

test('after a gap the queries on the screen are reloaded', async () => {
  const gap = vi.fn();
  const invalidated = vi
    .spyOn((await import('./react-query-client-by-sign-in-area.ts')).queryClientOf('admin'), 'invalidateQueries')
    .mockResolvedValue();
  subscribe(['enterprise/enterprise'], () => {}, { onGap: gap });
  await settle();
  open()[0]?.emit('reset', { reason: 'gap' }, '20-1');
  expect([gap.mock.calls.length, invalidated.mock.calls.length]).toEqual([1, 1]);
});

test('given up for another tab, the connection pauses until this one is viewed again', async () => {
  subscribe(['job'], () => {});
  await settle();
  open()[0]?.open();
  open()[0]?.emit('crowded', {});
  expect([open().length, stream.isEventStreamLive('admin')]).toEqual([0, false]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(open()).toHaveLength(0);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(open()).toHaveLength(1);
  open()[0]?.emit('crowded', {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open()).toHaveLength(1);
});

test('a refused connection is not live, and is retried after a call, with growing pauses', async () => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url);
    return Promise.resolve(Response.json({ code: 1, msg: '', time: 1, data: null }));
  });
  subscribe(['job'], () => {});
  await settle();
  for (const pause of [1000, 2000, 4000]) {
    open()[0]?.emit('refused', { code: 302 });
    expect([open().length, stream.isEventStreamLive('admin')]).toEqual([0, false]);
    await vi.advanceTimersByTimeAsync(pause - 100);
    expect(open()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(150);
    expect(open()).toHaveLength(1);
  }
  expect(requests).toHaveLength(3);
});

test('a hidden tab disconnects after a minute and resumes where it was', async () => {
  subscribe(['job'], () => {});
  await settle();
  open()[0]?.emit('ping', {}, '5-1');
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open()).toHaveLength(0);
  hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(open()[0]?.url.searchParams.get('lastEventId')).toBe('5-1');
});
