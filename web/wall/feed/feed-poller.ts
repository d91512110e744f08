import type { PanelResponseHead } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';

/** The answer of a feed, and when it arrived by the wall's clock, in ms. */
export interface FeedSnapshot<A extends PanelResponseHead = PanelResponseHead> {
  answer: A;
  at: number;
  /** Code of the requested area; without one the caller's own. */
  area: string | undefined;
}

export interface FeedState {
  panels: Readonly<Record<string, FeedSnapshot>>;
  /** The connection is lost: since when, and when the next attempt is due, in ms. */
  lost?: { since: number; retryAt: number };
  /** The server answered with a refusal. */
  refused?: Error;
}

export interface FeedOptions {
  /** Seconds between two reads, by feed. The first feed is used to test a lost connection. */
  paces: Readonly<Record<string, number>>;
  fetch: (feed: string, query: Readonly<Record<string, string>>) => Promise<PanelResponseHead>;
  /** Whether an error is a refusal rather than a lost connection. */
  isRefusal: (error: unknown) => boolean;
  /** Answers to show until the first own ones arrive; those of other feeds are ignored. */
  initial?: FeedState['panels'];
  now?: () => number;
  later?: (work: () => void, ms: number) => unknown;
  cancel?: (timer: unknown) => void;
}

/** Pauses between two attempts on a lost connection, in ms; the last one repeats. */
export const retryPauses = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const;

/**
 * Reads the feeds of the wall, each at its own pace, and holds the last answer of each. When the connection is lost,
 * all pause but one, which tries again with growing pauses; once it is back, everything is read at once.
 */
export class FeedPoller {
  readonly #options: Required<FeedOptions>;
  readonly #listeners = new Set<() => void>();
  #state: FeedState;
  #area: string | undefined;
  #at: number | undefined;
  /** Answers of a past moment that wait for the others. */
  #collected: Record<string, FeedSnapshot> = {};
  #timers = new Map<string, unknown>();
  #due = new Map<string, number>();
  #busy = new Set<string>();
  #again = new Set<string>();
  #retry: unknown;
  #failures = 0;
  #running = false;
  #epoch = 0;

  constructor(options: FeedOptions) {
    const initial = Object.entries(options.initial ?? {}).filter(([name]) => Object.hasOwn(options.paces, name));
    this.#state = { panels: Object.fromEntries(initial) };
    this.#options = {
      initial: {},
      now: () => Date.now(),
      later: (work, ms) => setTimeout(work, ms),
      cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
      ...options,
    };
  }

  get #names(): readonly string[] {
    return Object.keys(this.#options.paces);
  }

  readonly state = (): FeedState => this.#state;

  /** The shown answers that were requested for an area. */
  answersFor(area: string | undefined): FeedState['panels'] {
    return Object.fromEntries(Object.entries(this.#state.panels).filter(([, snapshot]) => snapshot.area === area));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Reads everything for an area; the figures of the previous area stay until the new ones arrive. With a past moment,
   * in unix seconds, each feed is read once as of that moment, and all answers appear together.
   */
  start(area: string | undefined, at?: number): void {
    this.stop();
    this.#running = true;
    this.#area = area;
    this.#at = at;
    this.#collected = {};
    this.#epoch += 1;
    this.#failures = 0;
    this.#set({ panels: this.#state.panels });
    for (const name of this.#names) this.#plan(name, 0);
  }

  stop(): void {
    this.#running = false;
    for (const timer of this.#timers.values()) this.#options.cancel(timer);
    this.#timers.clear();
    this.#due.clear();
    this.#busy.clear();
    this.#again.clear();
    if (this.#retry !== undefined) this.#options.cancel(this.#retry);
    this.#retry = undefined;
  }

  /** Reads these panels within `ms` after a change, once for several changes. */
  refresh(panels: readonly string[], ms: number): void {
    if (!this.#running || this.#state.lost || this.#at !== undefined) return;
    for (const name of panels) {
      if (this.#busy.has(name)) this.#again.add(name);
      else this.#plan(name, ms);
    }
  }

  /** Reads a feed at once because its parameters have changed; of a past moment, too. */
  readAgain(name: string): void {
    if (!this.#running || this.#state.lost) return;
    if (this.#busy.has(name)) this.#again.add(name);
    else this.#plan(name, 0);
  }

  /** Whether every requested answer has arrived. */
  readonly settled = (): boolean => this.#busy.size === 0 && this.#timers.size === 0;

  retryNow(): void {
    if (!this.#running || !this.#state.lost) return;
    if (this.#retry !== undefined) this.#options.cancel(this.#retry);
    this.#retry = undefined;
    void this.#read(this.#names[0] ?? '');
  }

  #plan(name: string, ms: number): void {
    const due = this.#options.now() + ms;
    const dueAt = this.#due.get(name);
    if (dueAt !== undefined && dueAt <= due) return;
    if (this.#timers.has(name)) this.#options.cancel(this.#timers.get(name));
    this.#due.set(name, due);
    this.#timers.set(
      name,
      this.#options.later(() => {
        this.#timers.delete(name);
        this.#due.delete(name);
        void this.#read(name);
      }, ms),
    );
  }

  async #read(name: string): Promise<void> {
    const epoch = this.#epoch;
    this.#busy.add(name);
    try {
      const answer = await this.#options.fetch(name, {
        ...(this.#area ? { area: this.#area } : {}),
        ...(this.#at === undefined ? {} : { at: String(this.#at) }),
      });
      if (epoch !== this.#epoch || !this.#running) return;
      this.#heard(name, answer);
    } catch (error) {
      if (epoch !== this.#epoch || !this.#running) return;
      if (this.#options.isRefusal(error)) this.#set({ ...this.#state, refused: error as Error });
      else this.#cut();
    } finally {
      if (epoch === this.#epoch && this.#running) {
        this.#busy.delete(name);
        const again = this.#again.delete(name);
        if (!this.#state.lost && (again || this.#at === undefined))
          this.#plan(name, again ? 300 : (this.#options.paces[name] ?? 60) * 1000);
      }
    }
  }

  #heard(name: string, answer: PanelResponseHead): void {
    const wasLost = this.#state.lost !== undefined;
    this.#failures = 0;
    const snapshot: FeedSnapshot = { answer, at: this.#options.now(), area: this.#area };
    if (this.#at === undefined) this.#set({ panels: { ...this.#state.panels, [name]: snapshot } });
    else this.#collect(name, snapshot, wasLost);
    if (!wasLost) return;
    for (const other of this.#names) if (other !== name && !this.#busy.has(other)) this.#plan(other, 0);
  }

  /** The map, the lists and the counters of a past moment change at once. */
  #collect(name: string, snapshot: FeedSnapshot, wasLost: boolean): void {
    this.#collected[name] = snapshot;
    const complete = this.#names.every((one) => this.#collected[one]);
    if (complete) this.#set({ panels: { ...this.#state.panels, ...this.#collected } });
    else if (wasLost) this.#set({ panels: this.#state.panels });
  }

  #cut(): void {
    for (const timer of this.#timers.values()) this.#options.cancel(timer);
    this.#timers.clear();
    this.#due.clear();
    if (this.#retry !== undefined) return;
    const pause = retryPauses[Math.min(this.#failures, retryPauses.length - 1)] ?? 60_000;
    this.#failures += 1;
    const now = this.#options.now();
    this.#set({ ...this.#state, lost: { since: this.#state.lost?.since ?? now, retryAt: now + pause } });
    this.#retry = this.#options.later(() => {
      this.#retry = undefined;
      void this.#read(this.#names[0] ?? '');
    }, pause);
  }

  #set(state: FeedState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
