import type { DomainEvent } from '#kernel/resource/event.ts';
import { type Area, currentArea, sideOf } from '#web/session/area.ts';
import { isSignedIn } from '#web/session/session.ts';
import { get, linkTo } from './client.ts';
import { loadOptionLists } from './option-lists.ts';
import { queryClientOf } from './query.ts';

interface Subscription {
  topics: readonly string[];
  onEvent: (event: DomainEvent) => void;
  onGap: (() => void) | undefined;
}

/** A hidden tab keeps listening this long, in ms. */
const patience = 60_000;
const longestPause = 30_000;
/** After the server gave this line up for another tab's, in ms; sooner when somebody looks at this one again. */
const crowdedPause = 60_000;
/** What a screen is made of subscribes within this time, in ms, and is asked for together. */
const settling = 30;

/** Kinds of message the server sends that tell of something; each is a topic of its own. */
const kinds = ['event', 'job'] as const;
type Kind = (typeof kinds)[number];

class Stream {
  readonly #area: Area;
  readonly #subscriptions = new Set<Subscription>();
  #source: EventSource | undefined;
  #lastId = '';
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #resting = false;
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** What the open line was asked for. */
  #asked: ReadonlySet<string> = new Set();
  readonly #watchers = new Set<() => void>();
  /** Whether the line is up: what happens is told at once, and nobody needs to ask. */
  live = false;

  constructor(area: Area) {
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
      // Screens come and go within one navigation: the line is cut only when nobody came back.
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

  /** Opens the line, or opens it anew where it was not asked for everything that is on the screen now. */
  #open(): void {
    const topics = new Set([...this.#subscriptions].flatMap((one) => one.topics));
    if (this.#timer || topics.size === 0) return;
    if (this.#source) {
      if ([...topics].every((topic) => this.#asked.has(topic))) return;
      this.#source.close();
    } else if (document.hidden || !isSignedIn(this.#area)) return;
    this.#asked = topics;
    const { app } = sideOf(this.#area);
    // The browser repeats Last-Event-ID by itself on a broken line; a line opened anew must say it in the address.
    const after = this.#lastId ? { lastEventId: this.#lastId } : {};
    const source = new EventSource(
      linkTo(`/${app}/stream/index`, { topics: [...topics].sort().join(','), ...after }, app),
    );
    this.#source = source;
    source.onerror = () => {
      if (source !== this.#source) return;
      this.#become(false);
      if (source.readyState === EventSource.CLOSED) this.#retry();
    };
    const on = (kind: string, hear: (message: MessageEvent<string>) => void) =>
      source.addEventListener(kind, (message: MessageEvent<string>) => {
        if (source !== this.#source) return;
        if (message.lastEventId) this.#lastId = message.lastEventId;
        hear(message);
      });
    for (const kind of kinds) on(kind, (message) => this.#tell(kind, message));
    on('clock', () => {
      this.#failures = 0;
      this.#become(true);
    });
    on('refused', () => this.#retry());
    // it brings the place to come back from
    on('ping', ({ data }) => void readOptionLists(data));
    on('reset', () => this.#readAnew());
    on('crowded', () => this.#rest());
  }

  /** More was missed than can be told: what is on the screen is read again. */
  #readAnew(): void {
    queryClientOf(this.#area)
      .invalidateQueries()
      .catch(() => undefined);
    for (const { onGap } of [...this.#subscriptions]) onGap?.();
  }

  /** Too many tabs of this person listen: the newest do. This one rests, until it is looked at or a minute is over. */
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

  /** The server refused the line, most often because the token ran out: a plain call refreshes it, or signs out. */
  #retry(): void {
    this.#close();
    this.#failures += 1;
    const pause = Math.min(longestPause, 1000 * 2 ** (this.#failures - 1));
    this.#timer = setTimeout(() => {
      const probe = this.#area === 'admin' ? '/admin/session/index' : '/api/user/index';
      get(probe, {}, { quiet: true, duplicate: 'allow', area: sideOf(this.#area).app })
        .catch(() => undefined)
        .finally(() => {
          this.#timer = undefined;
          this.#open();
        });
    }, pause);
  }

  #onVisibility(): void {
    clearTimeout(this.#hiding);
    if (document.hidden) this.#hiding = setTimeout(() => this.#close(), patience);
    else {
      if (this.#resting) this.#wakeUp();
      this.#open();
    }
  }

  #tell(kind: Kind, message: MessageEvent<string>): void {
    const event = readEvent(kind, message.data);
    if (!event) return;
    for (const { topics, onEvent } of [...this.#subscriptions]) {
      if (topics.some((topic) => concerns(topic, kind, event))) onEvent(event);
    }
  }
}

/** Learns the words the server speaks now, if they are others; what fails is heard again with the next sign of life. */
async function readOptionLists(data: string): Promise<void> {
  try {
    const { version } = JSON.parse(data) as { version?: unknown };
    if (typeof version === 'string') await loadOptionLists(version);
  } catch {
    // the page goes on speaking what it knows
  }
}

/** Messages of jobs carry their own shape; subscribers see one shape of event, with that as the payload. */
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

/** A topic is `*`, a kind of message (`job`), a resource (`enterprise/licence`) or an event (`enterprise/licence.expired`). */
export function concerns(topic: string, kind: string, event: Pick<DomainEvent, 'name' | 'resource'>): boolean {
  return topic === '*' || topic === kind || topic === event.resource || topic === event.name;
}

const streams: Partial<Record<Area, Stream>> = {};

/**
 * Listens to what happens, over one shared line per audience, which is asked for these topics only. Returns how to
 * stop. The line is resumed where it broke, with growing pauses, and rests in tabs that are hidden for more than a
 * minute. When more was missed than the server can tell, all queries are read anew; who reads otherwise says `onGap`.
 */
export function subscribe(
  topics: readonly string[],
  onEvent: (event: DomainEvent) => void,
  { area = currentArea(), onGap }: { area?: Area; onGap?: () => void } = {},
): () => void {
  return streamOf(area).add({ topics, onEvent, onGap });
}

function streamOf(area: Area): Stream {
  streams[area] ??= new Stream(area);
  return streams[area];
}

/** Whether the line of an audience is up; where it is not, a page that must be current has to ask by itself. */
export const isLive = (area: Area): boolean => streams[area]?.live ?? false;

/** Says when a line goes up or down. Returns how to stop. */
export const watchLine = (area: Area, onChange: () => void): (() => void) => streamOf(area).watch(onChange);
