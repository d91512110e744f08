interface Waiting<T> {
  readonly item: T;
  done(): void;
  failed(error: unknown): void;
}

/**
 * Does work one round after the other, each round with all items that came during the one before, up to a size: what a
 * round costs once is paid once for all of them. Where a round fails, each of its items is tried by itself.
 */
export class WaitingItemsInBatches<T> {
  readonly #waiting: Waiting<T>[] = [];
  readonly #run: (items: readonly T[]) => Promise<void>;
  readonly #sizeOf: (item: T) => number;
  readonly #mostAtOnce: number;
  #running = false;

  constructor(
    run: (items: readonly T[]) => Promise<void>,
    { sizeOf, mostAtOnce }: { readonly sizeOf: (item: T) => number; readonly mostAtOnce: number },
  ) {
    this.#run = run;
    this.#sizeOf = sizeOf;
    this.#mostAtOnce = mostAtOnce;
  }

  /** Resolves when the item is done, and rejects with its own error. */
  do(item: T): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed });
      if (!this.#running) void this.#runRounds();
    });
  }

  async #runRounds(): Promise<void> {
    this.#running = true;
    for (let round = this.#nextRound(); round.length > 0; round = this.#nextRound()) await this.#runRound(round);
    this.#running = false;
  }

  #nextRound(): readonly Waiting<T>[] {
    let size = 0;
    const end = this.#waiting.findIndex(({ item }, place) => {
      size += this.#sizeOf(item);
      return place > 0 && size > this.#mostAtOnce;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  async #runRound(round: readonly Waiting<T>[]): Promise<void> {
    try {
      await this.#run(round.map(({ item }) => item));
      for (const { done } of round) done();
    } catch (error) {
      if (round.length === 1) round[0]?.failed(error);
      else for (const one of round) await this.#runRound([one]);
    }
  }
}
