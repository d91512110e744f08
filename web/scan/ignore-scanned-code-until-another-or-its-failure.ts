/** Ms until a code in view is handled again after a failure, and the longest such wait. */
const firstWait = 1_000;
const longestWait = 15_000;

/**
 * A camera reads the same code several times a second. This filter passes each code once, and again after its handling
 * failed, with growing waits.
 */
export class RepeatedCodeFilter {
  #code = '';
  #failures = 0;
  #retryAt = Number.POSITIVE_INFINITY;

  /** Whether to handle a code now: always for a new code; for the last one only after a failure and the wait. */
  begin(code: string, now: number): boolean {
    if (code === this.#code && now < this.#retryAt) return false;
    if (code !== this.#code) this.#failures = 0;
    this.#code = code;
    this.#retryAt = Number.POSITIVE_INFINITY;
    return true;
  }

  /** The handling of the last code failed. */
  fail(now: number): void {
    this.#retryAt = now + Math.min(longestWait, firstWait * 2 ** this.#failures);
    this.#failures += 1;
  }

  /** Forgets the last code: a picture the user chose is always handled. */
  reset(): void {
    this.#code = '';
  }
}
