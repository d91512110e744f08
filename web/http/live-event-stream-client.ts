import type { DomainEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { areaPaths, currentArea, type SignInArea } from '#web/session/admin-or-member-area.ts';
import { isSignedIn } from '#web/session/session.ts';
import { get, urlWithToken } from './client.ts';
import { loadOptionLists } from './load-option-lists.ts';
import { queryClientOf } from './react-query-client-by-sign-in-area.ts';

interface Subscription {
  topics: readonly string[];
  onEvent: (event: DomainEvent) => void;
  onGap: (() => void) | undefined;
}

/** How long a hidden tab keeps listening, in ms. */
const hiddenTimeout = 60_000;
const longestPause = 30_000;
/**
 * Pause in ms after the server gave this connection up in favour of another tab's; shorter when the user returns to
 * this tab.
 */
const crowdedPause = 60_000;
/** The parts of a screen subscribe within this time, in ms, and share one request. */
const settling = 30;

/** Kinds of message that report a change; each is a topic of its own. */
const kinds = ['event', 'job'] as const;
type Kind = (typeof kinds)[number];

class EventStream {
  readonly #area: SignInArea;
  readonly #subscriptions = new Set<Subscription>();
  #source: EventSource | undefined;
  #lastId = '';
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #resting = false;
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** Topics of the open connection. */
  #asked: ReadonlySet<string> = new Set();
  readonly #watchers = new Set<() => void>();
  /** Whether the connection is open: changes arrive at once, and nobody needs to poll. */
  live = false;

  constructor(area: SignInArea) {
    this.#area = area;
    document.addEventListener('visibilitychange', () => this.#onVisibility());
  }

  add(one: Subscription): () => void {
    this.#subscriptions.add(one);
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#open();
    }, settling);
    return () => {
      this.#subscriptions.delete(one);
      // Screens change within one navigation: close the connection only if nobody subscribed again.
      setTimeout(() => {
        if (this.#subscriptions.size === 0) this.#close();
      }, 1000);
    };
  }

  watch(onChange: () => void): () => void {
    this.#watchers.add(onChange);
    return () => void this.#watchers.delete(onChange);
  }

  #become(live: boolean): void {
    if (this.live === live) return;
    this.live = live;
    for (const onChange of [...this.#watchers]) onChange();
  }

  /** Opens the connection, or reopens it if topics of the present screen are missing. */
  #open(): void {
    const topics = new Set([...this.#subscriptions].flatMap((one) => one.topics));
    if (this.#timer || topics.size === 0) return;
    if (this.#source) {
      if ([...topics].every((topic) => this.#asked.has(topic))) return;
      this.#source.close();
    } else if (document.hidden || !isSignedIn(this.#area)) return;
    this.#asked = topics;
    const { app } = areaPaths(this.#area);
    // The browser sends Last-Event-ID when it reconnects by itself; a new connection must send it in the address.
    const after = this.#lastId ? { lastEventId: this.#lastId } : {};
    const source = new EventSource(
      urlWithToken(`/${app}/stream/index`, { topics: [...topics].sort().join(','), ...after }, app),
    );
    this.#source = source;
    source.onerror = () => {
      if (source !== this.#source) return;
      this.#become(false);
      if (source.readyState === EventSource.CLOSED) this.#retry();
    };
    const on = (kind: string, listener: (message: MessageEvent<string>) => void) =>
      source.addEventListener(kind, (message: MessageEvent<string>) => {
        if (source !== this.#source) return;
        if (message.lastEventId) this.#lastId = message.lastEventId;
        listener(message);
      });
    for (const kind of kinds) on(kind, (message) => this.#tell(kind, message));
    on('clock', () => {
      this.#failures = 0;
      this.#become(true);
    });
    on('refused', () => this.#retry());
    // It carries the position to resume from.
    on('ping', ({ data }) => void readOptionLists(data));
    on('reset', () => this.#readAnew());
    on('crowded', () => this.#rest());
  }

  /** More events were missed than the server can replay: reload all queries. */
  #readAnew(): void {
    queryClientOf(this.#area)
      .invalidateQueries()
      .catch(() => undefined);
    for (const { onGap } of [...this.#subscriptions]) onGap?.();
  }

  /**
   * This person has too many tabs listening, and the newest ones win. This one pauses until it is viewed, or for a
   * minute.
   */
  #rest(): void {
    this.#close();
    this.#resting = true;
    this.#timer = setTimeout(() => {
      this.#wakeUp();
      this.#open();
    }, crowdedPause);
  }

  #wakeUp(): void {
    this.#resting = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #close(): void {
    this.#source?.close();
    this.#source = undefined;
    this.#become(false);
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The server refused the connection, usually because the token expired: a plain call refreshes it, or signs out. */
  #retry(): void {
    this.#close();
    this.#failures += 1;
    const pause = Math.min(longestPause, 1000 * 2 ** (this.#failures - 1));
    this.#timer = setTimeout(() => {
      const probe = this.#area === 'admin' ? '/admin/session/index' : '/api/user/index';
      get(probe, {}, { quiet: true, duplicate: 'allow', area: areaPaths(this.#area).app })
        .catch(() => undefined)
        .finally(() => {
          this.#timer = undefined;
          this.#open();
        });
    }, pause);
  }

  #onVisibility(): void {
    clearTimeout(this.#hiding);
    if (document.hidden) this.#hiding = setTimeout(() => this.#close(), hiddenTimeout);
    else {
      if (this.#resting) this.#wakeUp();
      this.#open();
    }
  }

  #tell(kind: Kind, message: MessageEvent<string>): void {
    const event = readEvent(kind, message.data);
    if (!event) return;
    for (const { topics, onEvent } of [...this.#subscriptions]) {
      if (topics.some((topic) => topicConcerns(topic, kind, event))) onEvent(event);
    }
  }
}

/** Loads the server's option lists if their version changed. After a failure, the next ping tries again. */
async function readOptionLists(data: string): Promise<void> {
  try {
    const { version } = JSON.parse(data) as { version?: unknown };
    if (typeof version === 'string') await loadOptionLists(version);
  } catch {
    // The page goes on with the lists it has.
  }
}

/** Messages of jobs have their own shape; subscribers get one shape of event, with the job as its payload. */
function readEvent(kind: Kind, data: string): DomainEvent | undefined {
  try {
    const content = JSON.parse(data) as Record<string, unknown>;
    if (typeof content.name === 'string' && typeof content.resource === 'string')
      return content as unknown as DomainEvent;
    const id = typeof content.id === 'number' ? content.id : 0;
    return { id, name: kind, resource: kind, row_id: id, area_code: null, payload: content, createtime: 0 };
  } catch {
    return undefined;
  }
}

/**
 * A topic is `*`, a kind of message (`job`), a resource (`enterprise/licence`) or an event
 * (`enterprise/licence.expired`).
 */
function topicConcerns(topic: string, kind: string, event: Pick<DomainEvent, 'name' | 'resource'>): boolean {
  return topic === '*' || topic === kind || topic === event.resource || topic === event.name;
}

const streams: Partial<Record<SignInArea, EventStream>> = {};

/**
 * Subscribes to topics over one shared connection per area. Returns how to stop. A broken connection resumes at the
 * last event, with growing pauses; a tab hidden for more than a minute disconnects. When more was missed than the
 * server can replay, all queries are reloaded; callers that load data otherwise pass `onGap`.
 */
export function subscribeToLiveEvents(
  topics: readonly string[],
  onEvent: (event: DomainEvent) => void,
  { area = currentArea(), onGap }: { area?: SignInArea; onGap?: () => void } = {},
): () => void {
  return streamOf(area).add({ topics, onEvent, onGap });
}

function streamOf(area: SignInArea): EventStream {
  streams[area] ??= new EventStream(area);
  return streams[area];
}

/** Whether the connection of an area is open; otherwise a page that must be current has to poll. */
export const isEventStreamLive = (area: SignInArea): boolean => streams[area]?.live ?? false;

/** Calls back when the connection opens or closes. Returns how to stop. */
export const onEventStreamLiveChange = (area: SignInArea, onChange: () => void): (() => void) =>
  streamOf(area).watch(onChange);
