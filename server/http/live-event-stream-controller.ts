import type { ServerResponse } from 'node:http';
import type { FindResource } from '#kernel/declaration/resource.ts';
import type { Authenticator } from '#server/auth/authenticate-session-token.ts';
import type { Caller } from '#server/caller.ts';
import { isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import {
  formatStreamPosition,
  isAfterPosition,
  parseStreamPosition,
  type StreamPosition,
} from '#server/events/event-stream-position.ts';
import type { DeliverableEvent, LiveEventRelay } from '#server/events/live-event-relay.ts';
import { mayReceiveLiveEvent } from '#server/events/may-receive-live-event.ts';
import { type Call, type Controller, responseSent } from '#server/http/controller.ts';
import { tokenOfRequest } from '#server/http/dispatch-call-to-controller.ts';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { Refused } from '#server/refusal.ts';
import type { OpenEventStreams } from './limit-open-event-streams-per-account-and-address.ts';

/**
 * Milliseconds between keep-alive messages, which keep proxies from closing an idle stream. The caller is authenticated
 * again as often.
 */
const ping = 15_000;
/** Bytes. A client that falls behind further is disconnected; it reconnects and gets what it missed. */
const maxBuffered = 1024 * 1024;
/** Reconnection delay in ms for clients other than our own pages. */
const retryDelay = 2000;
const later = 60_000;
const maxTopics = 100;

/**
 * An event in the form sent to a caller. Members learn only which row changed and its state; the page reads the rest.
 */
function presentEvent(event: DeliverableEvent, caller: Caller): Record<string, unknown> {
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
  relay: LiveEventRelay;
  authenticator: Authenticator;
  find: FindResource;
  open: OpenEventStreams;
  /** Sent with every keep-alive, so that pages know when option lists changed. */
  wordVersion(): string;
}

/** `GET /{admin|api}/stream/index`: a stream of server-sent events per client, with replay by `Last-Event-ID`. */
export function liveEventStreamController(app: 'admin' | 'api', on: LiveStreams): Controller {
  return { app, name: 'stream', actions: { index: { gate: 'login', handle: (call) => stream(call, app, on) } } };
}

/**
 * Parses the requested topics: kinds of message (`event`, `job`), areas (`enterprise`), resources
 * (`enterprise/licence`) or event names. Default: everything.
 */
function readTopics(written: unknown): (event: DeliverableEvent) => boolean {
  const topics = new Set(
    String(written ?? '')
      .split(',', maxTopics)
      .map((one) => one.trim())
      .filter(Boolean),
  );
  if (topics.size === 0 || topics.has('*')) return () => true;
  return ({ name, resource }) =>
    topics.has(resource) ||
    (resource !== 'job' &&
      (topics.has('event') || topics.has(name) || topics.has(resource.split('/', 1)[0] as string)));
}

/** Output of one client, with the clean-up of its stream. */
class ClientStream {
  readonly #raw: ServerResponse;
  readonly #undo: (() => void)[] = [];
  #isClosed = false;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
  }

  /** Registers clean-up for the end of the stream; the last registered runs first. */
  onClose(undo: () => void): void {
    this.#undo.unshift(undo);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const undo of this.#undo) undo();
    this.#raw.end();
  }

  write(text: string): void {
    if (this.#isClosed) return;
    if (this.#raw.writableLength > maxBuffered) this.#raw.destroy();
    else this.#raw.write(text);
  }

  send(kind: string, data: unknown, place?: StreamPosition): void {
    this.write(
      `${place ? `id: ${formatStreamPosition(place)}\n` : ''}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`,
    );
  }
}

/** A client of a stream, with its topics. */
interface Listener {
  readonly client: ClientStream;
  /** As last authenticated. */
  caller: Caller;
  /** Undefined: the session has ended. */
  authenticate(): Promise<Caller | undefined>;
  readonly isTopic: (event: DeliverableEvent) => boolean;
}

async function stream(call: Call, app: 'admin' | 'api', on: LiveStreams): Promise<typeof responseSent> {
  const { caller: opener, request, reply, params } = call;
  const raw = reply.raw;
  // disconnected during authentication: no close event would follow
  if (raw.destroyed || request.raw.socket.destroyed) {
    reply.hijack();
    return responseSent;
  }
  const client = new ClientStream(raw);
  const token = tokenOfRequest(request, params, app === 'admin' ? 'batoken' : 'ba-user-token');
  const listener: Listener = {
    client,
    caller: opener,
    authenticate: () => on.authenticator.authenticate(token, app === 'admin' ? 'admin' : 'member', opener),
    isTopic: readTopics(params.topics),
  };
  const leave = on.open.admit({
    account: `${opener.type} ${opener.id}`,
    address: ipForLimits(opener.ip),
    close: (crowded) => {
      if (crowded) client.write(`retry: ${later}\nevent: crowded\ndata: {}\n\n`);
      client.close();
    },
  });
  if (!leave) throw tooMany();
  client.onClose(leave);
  reply.hijack();
  raw.on('close', () => client.close());
  // security and cross-origin headers were set before the reply was taken over
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  });
  await sendEvents(listener, on, request.headers['last-event-id'] ?? params.lastEventId);
  return responseSent;
}

/** Sends the events after the given position, then live ones until the client disconnects. */
async function sendEvents(listener: Listener, on: LiveStreams, given: unknown): Promise<void> {
  const { client, isTopic } = listener;
  const { relay, find, wordVersion } = on;
  const since = parseStreamPosition(given);
  const now = () => ({ now: Math.floor(Date.now() / 1000), words: wordVersion() });
  client.write(`retry: ${retryDelay}\n`);
  client.send('clock', now());
  // Listen first, then replay: what arrives meanwhile waits, and nothing is sent twice.
  let waiting: DeliverableEvent[] | undefined = [];
  let sentUpTo: StreamPosition | undefined;
  const isWanted = (event: DeliverableEvent) => isTopic(event) && mayReceiveLiveEvent(listener.caller, event, find);
  const isNew = (event: DeliverableEvent) => !(sentUpTo && !isAfterPosition(event, sentUpTo)) && isWanted(event);
  const sendEvent = (event: DeliverableEvent) =>
    client.send(event.resource === 'job' ? 'job' : 'event', presentEvent(event, listener.caller), event.place);
  client.onClose(
    relay.listen((event) => {
      if (waiting) waiting.push(event);
      else if (isNew(event)) sendEvent(event);
    }),
  );
  const timer = setInterval(() => {
    // a client without events for a while resumes from here instead of from its last event
    void relay.here().then((place) => client.send('ping', now(), waiting ? undefined : place));
    void authenticateAgain(listener);
  }, ping);
  client.onClose(() => clearInterval(timer));
  try {
    if (since) {
      const replay = await relay.replay(since);
      sentUpTo = replay.place;
      if (replay.gap) client.send('reset', { reason: 'gap' }, replay.place);
      for (const event of replay.events) if (isWanted(event)) sendEvent(event);
    } else if (given !== undefined && given !== '') client.send('reset', { reason: 'gap' });
    for (const event of waiting) if (isNew(event)) sendEvent(event);
    waiting = undefined;
    const here = sentUpTo ?? (await relay.here());
    if (here) client.send('ping', now(), here);
  } catch {
    client.close(); // the client reconnects and asks again from the same position
  }
}

/** Stops streams of ended sessions and revoked rights. */
async function authenticateAgain(listener: Listener): Promise<void> {
  try {
    const caller = await listener.authenticate();
    if (caller) listener.caller = caller;
    else listener.client.close();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) listener.client.close();
  }
}

const tooMany = () =>
  new Refused(
    {
      'zh-cn': '此地址打开的实时连接过多，请关闭一些页面再试',
      en: 'Too many live connections from this address. Close some pages and try again',
    },
    { data: { reason: 'too_frequent' } },
  );
