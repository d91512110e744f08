import { type PanelAnswers, type PanelName, panelIntervals } from '#modules/screen/contract/panel.ts';

/** What a panel answered, and when by the clock of this wall, in ms. */
export type Snapshot<P extends PanelName = PanelName> = { answer: PanelAnswers[P]; at: number };

export interface FeedState {
  panels: { readonly [P in PanelName]?: Snapshot<P> };
  /** Nothing answers: since when, and when it is tried again, in ms. */
  lost?: { since: number; retryAt: number };
  /** The server answered, but refused. */
  refused?: Error;
}

export interface FeedOptions {
  ask: (panel: PanelName, query: Readonly<Record<string, string>>) => Promise<unknown>;
  /** Whether an error is a refusal in so many words rather than a line that is cut. */
  isRefusal: (error: unknown) => boolean;
  now?: () => number;
  later?: (work: () => void, ms: number) => unknown;
  cancel?: (timer: unknown) => void;
}

const names = Object.keys(panelIntervals) as readonly PanelName[];

/** Pauses between two tries on a cut line, in ms; the last one repeats. */
export const retryPauses = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const;

/**
 * Reads the panels of the wall, each at its own pace, and keeps the last answer of each. When the line is cut all rest
 * but one, which tries again with growing pauses; when it is back everything is read at once.
 */
export class PanelFeed {
  readonly #options: Required<FeedOptions>;
  readonly #listeners = new Set<() => void>();
  #state: FeedState = { panels: {} };
  #area: string | undefined;
  #timers = new Map<PanelName, unknown>();
  #due = new Map<PanelName, number>();
  #busy = new Set<PanelName>();
  #again = new Set<PanelName>();
  #retry: unknown;
  #failures = 0;
  #running = false;
  #epoch = 0;

  constructor(options: FeedOptions) {
    this.#options = {
      now: () => Date.now(),
      later: (work, ms) => setTimeout(work, ms),
      cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
      ...options,
    };
  }

  readonly state = (): FeedState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads everything for an area; the figures of another stay until the new ones are here. */
  start(area: string | undefined): void {
    this.stop();
    this.#running = true;
    this.#area = area;
    this.#epoch += 1;
    this.#failures = 0;
    this.#set({ panels: this.#state.panels });
    for (const name of names) this.#plan(name, 0);
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

  /** Something has changed: reads these within `ms`, however often it is said meanwhile. */
  refresh(panels: readonly PanelName[], ms: number): void {
    if (!this.#running || this.#state.lost) return;
    for (const name of panels) {
      if (this.#busy.has(name)) this.#again.add(name);
      else this.#plan(name, ms);
    }
  }

  retryNow(): void {
    if (!this.#running || !this.#state.lost) return;
    if (this.#retry !== undefined) this.#options.cancel(this.#retry);
    this.#retry = undefined;
    void this.#read('enterprise');
  }

  #plan(name: PanelName, ms: number): void {
    const due = this.#options.now() + ms;
    const known = this.#due.get(name);
    if (known !== undefined && known <= due) return;
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

  async #read(name: PanelName): Promise<void> {
    const epoch = this.#epoch;
    this.#busy.add(name);
    try {
      const answer = await this.#options.ask(name, this.#area ? { area: this.#area } : {});
      if (epoch !== this.#epoch || !this.#running) return;
      this.#heard(name, answer);
    } catch (error) {
      if (epoch !== this.#epoch || !this.#running) return;
      if (this.#options.isRefusal(error)) this.#set({ ...this.#state, refused: error as Error });
      else this.#cut();
    } finally {
      if (epoch === this.#epoch && this.#running) {
        this.#busy.delete(name);
        if (!this.#state.lost) this.#plan(name, this.#again.delete(name) ? 300 : panelIntervals[name] * 1000);
      }
    }
  }

  #heard(name: PanelName, answer: unknown): void {
    const wasLost = this.#state.lost !== undefined;
    this.#failures = 0;
    this.#set({
      panels: { ...this.#state.panels, [name]: { answer, at: this.#options.now() } },
    });
    if (!wasLost) return;
    for (const other of names) if (other !== name && !this.#busy.has(other)) this.#plan(other, 0);
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
      void this.#read('enterprise');
    }, pause);
  }

  #set(state: FeedState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
