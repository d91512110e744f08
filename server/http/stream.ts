import type { FindResource } from '#kernel/declaration/resource.ts';
import type { Authenticator } from '#server/auth/authenticate.ts';
import type { Caller } from '#server/caller.ts';
import { isAway } from '#server/db/driver/availability.ts';
import { mayReceiveEvent } from '#server/events/audience.ts';
import { isAfter, type Place, readPlace, writePlace } from '#server/events/place.ts';
import type { Relay, TellableEvent } from '#server/events/relay.ts';
import { answered, type Call, type Controller } from '#server/http/controller.ts';
import { tokenOf } from '#server/http/dispatch.ts';
import { limitAddress } from '#server/limit/limit-address.ts';
import { Refused } from '#server/refusal.ts';
import type { OpenStreams } from './open-streams.ts';

/** ms between signs of life that keep proxies from closing an idle stream; as often it is asked who listens. */
const ping = 15_000;
/** A client that cannot keep up is let go; it comes back and is told what it missed. */
const mostBuffered = 1024 * 1024;
/** What a client that is no browser tab of ours is asked to wait before it comes back, in ms. */
const soon = 2000;
const later = 60_000;
const mostTopics = 100;

/** A fact as the caller is told it. To a member only that their row changed and into what: the page reads the rest. */
function presentEvent(event: TellableEvent, caller: Caller): Record<string, unknown> {
  const {
    place: _place,
    areas: _areas,
    owner_id: _owner,
    people: _people,
    department_id: _department,
    admin_id: _admin,
    ...presented
  } = event;
  if (caller.type !== 'member' || event.resource === 'job') return presented;
  const { title, status } = event.payload;
  return { ...presented, area_code: null, payload: { title, status } };
}

/** Dependencies of live streams. */
export interface LiveStreams {
  relay: Relay;
  authenticator: Authenticator;
  find: FindResource;
  open: OpenStreams;
  /** Told with every sign of life, so that pages speak the words there are. */
  wordVersion(): string;
}

/** `GET /{admin|api}/stream/index`: a stream of server-sent events per client, with replay by `Last-Event-ID`. */
export function streamController(app: 'admin' | 'api', on: LiveStreams): Controller {
  return { app, name: 'stream', actions: { index: { gate: 'login', handle: (call) => stream(call, app, on) } } };
}

/**
 * What a client asks for: kinds of message (`event`, `job`), areas (`enterprise`), resources (`enterprise/licence`) or
 * names of events; everything where it names nothing.
 */
function readTopics(written: unknown): (event: TellableEvent) => boolean {
  const topics = new Set(
    String(written ?? '')
      .split(',', mostTopics)
      .map((one) => one.trim())
      .filter(Boolean),
  );
  if (topics.size === 0 || topics.has('*')) return () => true;
  return ({ name, resource }) =>
    topics.has(resource) ||
    (resource !== 'job' &&
      (topics.has('event') || topics.has(name) || topics.has(resource.split('/', 1)[0] as string)));
}

async function stream(
  { caller: opener, request, reply, params }: Call,
  app: 'admin' | 'api',
  { relay, authenticator, find, open, wordVersion }: LiveStreams,
): Promise<typeof answered> {
  const raw = reply.raw;
  // gone while it was asked who they are: nothing would ever say that they left
  if (raw.destroyed || request.raw.socket.destroyed) {
    reply.hijack();
    return answered;
  }
  let caller = opener;
  const isTopic = readTopics(params.topics);
  const wanted = (event: TellableEvent) => isTopic(event) && mayReceiveEvent(caller, event, find);
  // a session that was ended, or rights that were taken away, must not go on listening
  const token = tokenOf(request, params, app === 'admin' ? 'batoken' : 'ba-user-token');
  const authenticateAgain = () => authenticator.authenticate(token, app === 'admin' ? 'admin' : 'member', opener);
  const given = request.headers['last-event-id'] ?? params.lastEventId;
  const since = readPlace(given);

  let closed = false;
  let leave = () => {};
  let stop = () => {};
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    if (closed) return;
    closed = true;
    clearInterval(timer);
    stop();
    leave();
    raw.end();
  };
  const write = (text: string) => {
    if (closed) return;
    if (raw.writableLength > mostBuffered) raw.destroy();
    else raw.write(text);
  };
  const send = (kind: string, data: unknown, place?: Place) =>
    write(`${place ? `id: ${writePlace(place)}\n` : ''}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
  const sendEvent = (event: TellableEvent) =>
    send(event.resource === 'job' ? 'job' : 'event', presentEvent(event, caller), event.place);

  const admitted = open.admit({
    account: `${opener.type} ${opener.id}`,
    address: limitAddress(opener.ip),
    close: (crowded) => {
      if (crowded) write(`retry: ${later}\nevent: crowded\ndata: {}\n\n`);
      close();
    },
  });
  if (!admitted) throw tooMany();
  leave = admitted;
  reply.hijack();
  raw.on('close', close);
  // security and cross-origin headers were set before the reply was taken over
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  });
  const now = () => ({ now: Math.floor(Date.now() / 1000), words: wordVersion() });
  write(`retry: ${soon}\n`);
  send('clock', now());
  // Listen first, then replay: what arrives meanwhile waits, and nothing is told twice.
  let waiting: TellableEvent[] | undefined = [];
  let sentUpTo: Place | undefined;
  stop = relay.listen((event) => {
    if (waiting) waiting.push(event);
    else if (!(sentUpTo && !isAfter(event, sentUpTo)) && wanted(event)) sendEvent(event);
  });
  timer = setInterval(() => {
    // who heard nothing for long comes back from here, and not from what they heard last
    void relay.here().then((place) => send('ping', now(), waiting ? undefined : place));
    void authenticateAgain().then(
      (who) => {
        if (who) caller = who;
        else close();
      },
      (error: unknown) => {
        if (!isAway(error)) close();
      },
    );
  }, ping);
  try {
    if (since) {
      const replay = await relay.replay(since);
      sentUpTo = replay.place;
      if (replay.gap) send('reset', { reason: 'gap' }, replay.place);
      for (const event of replay.events) if (wanted(event)) sendEvent(event);
    } else if (given !== undefined && given !== '') send('reset', { reason: 'gap' });
    for (const event of waiting) if (!(sentUpTo && !isAfter(event, sentUpTo)) && wanted(event)) sendEvent(event);
    waiting = undefined;
    const here = sentUpTo ?? (await relay.here());
    if (here) send('ping', now(), here);
  } catch {
    close(); // the client comes back and asks again from the same place
  }
  return answered;
}

const tooMany = () =>
  new Refused(
    {
      'zh-cn': '此地址打开的实时连接过多，请关闭一些页面再试',
      en: 'Too many live connections from this address. Close some pages and try again',
    },
    { data: { reason: 'too_frequent' } },
  );
