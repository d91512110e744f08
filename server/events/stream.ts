import type { Authenticator } from '#server/auth/authenticate.ts';
import { type Caller, callerPrefix, can } from '#server/caller.ts';
import { answered, type Call, type Controller } from '#server/http/controller.ts';
import { tokenOf } from '#server/http/dispatch.ts';
import { isAfter, type Place, type Relay, readPlace, type TellableEvent, writePlace } from './relay.ts';

/** ms between comments that keep proxies from closing an idle stream; as often it is asked who listens. */
const ping = 15_000;
/** A client that cannot keep up is let go; it comes back and is told what it missed. */
const mostBuffered = 1024 * 1024;

/**
 * Whether a caller may hear of a fact. An officer: the resource is theirs to list, and it happened in their
 * jurisdiction. A member: it is about a row that is theirs.
 */
export function mayHear(caller: Caller, event: TellableEvent): boolean {
  if (event.resource === 'job') return event.payload.owner_type === caller.type && event.payload.owner_id === caller.id;
  if (caller.type === 'member') return event.owner_id !== null && event.owner_id === caller.id;
  if (caller.type !== 'admin' || !can(caller, `${event.resource}/index`)) return false;
  return event.area_code === null ? caller.super : event.area_code.startsWith(callerPrefix(caller));
}

/** A fact as the caller is told it. To a member only that their row changed and into what: the page reads the rest. */
function presentEvent({ owner_id: _owner, ...event }: TellableEvent, caller: Caller): Omit<TellableEvent, 'owner_id'> {
  if (caller.type !== 'member' || event.resource === 'job') return event;
  const { title, status } = event.payload;
  return { ...event, area_code: null, payload: { title, status } };
}

/** What live streams stand on. */
export interface LiveStreams {
  relay: Relay;
  authenticator: Authenticator;
  /** Ends each open stream. */
  open: Set<() => void>;
}

/** `GET /{admin|api}/stream/index`: one stream of server-sent events a client, replayed by `Last-Event-ID`. */
export function streamController(app: 'admin' | 'api', on: LiveStreams): Controller {
  return { app, name: 'stream', actions: { index: { gate: 'login', handle: (call) => stream(call, app, on) } } };
}

async function stream(
  { caller: opener, request, reply, params }: Call,
  app: 'admin' | 'api',
  { relay, authenticator, open }: LiveStreams,
): Promise<typeof answered> {
  let caller = opener;
  const topics = new Set(
    String(params.topics ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );
  const wanted = (event: TellableEvent) =>
    (topics.size === 0 || topics.has(event.resource) || topics.has(event.resource.split('/')[0] as string)) &&
    mayHear(caller, event);
  // a session that was ended, or rights that were taken away, must not go on listening
  const token = tokenOf(request, params, app === 'admin' ? 'batoken' : 'ba-user-token');
  const askWho = () => authenticator.authenticate(token, app === 'admin' ? 'admin' : 'member', opener);
  const since = readPlace(request.headers['last-event-id'] ?? params.lastEventId);
  reply.hijack();
  const raw = reply.raw;
  // security and cross-origin headers were set before the reply was taken over
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  });
  const write = (text: string) => {
    if (raw.writableLength > mostBuffered) raw.destroy();
    else raw.write(text);
  };
  const tell = (event: TellableEvent) =>
    write(
      `id: ${writePlace(event)}\nevent: ${event.resource === 'job' ? 'job' : 'event'}\ndata: ${JSON.stringify(presentEvent(event, caller))}\n\n`,
    );
  write(`retry: 2000\nevent: clock\ndata: {"now":${Math.floor(Date.now() / 1000)}}\n\n`);
  // Listen first, then replay: what arrives meanwhile waits, and nothing is told twice.
  let waiting: TellableEvent[] | undefined = [];
  let told: Place = { tx: 0, id: 0 };
  const stop = relay.listen((event) => {
    if (waiting) waiting.push(event);
    else if (isAfter(event, told) && wanted(event)) tell(event);
  });
  const close = () => {
    clearInterval(timer);
    stop();
    open.delete(close);
    raw.end();
  };
  const timer = setInterval(() => {
    write(': ping\n\n');
    void askWho().then((now) => {
      if (now) caller = now;
      else close();
    }, close);
  }, ping);
  open.add(close);
  raw.on('close', close);
  try {
    for (const event of since ? await relay.replay(since) : []) {
      told = event;
      if (wanted(event)) tell(event);
    }
  } catch {
    close(); // the client comes back and asks again from the same place
    return answered;
  }
  for (const event of waiting) if (isAfter(event, told) && wanted(event)) tell(event);
  waiting = undefined;
  return answered;
}
