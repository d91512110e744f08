/** Ms until a code whose call failed is tried again while it stays before the camera, and the longest such wait. */
const firstWait = 1_000;
const longestWait = 15_000;

/**
 * Which codes to act on, of those a camera reads several times a second: each code once, and again after its call failed. A
 * code that fails over and over is tried less and less often.
 */
export class CodeAttempts {
  #code = '';
  #failures = 0;
  #retryAt = Number.POSITIVE_INFINITY;

  /** Whether to act on a code now. A new code always; the last one only after it failed and the wait is over. */
  begin(code: string, now: number): boolean {
    if (code === this.#code && now < this.#retryAt) return false;
    if (code !== this.#code) this.#failures = 0;
    this.#code = code;
    this.#retryAt = Number.POSITIVE_INFINITY;
    return true;
  }

  /** The call for the last code failed. */
  fail(now: number): void {
    this.#retryAt = now + Math.min(longestWait, firstWait * 2 ** this.#failures);
    this.#failures += 1;
  }

  /** Forgets the last code: somebody chose a picture, and means it. */
  reset(): void {
    this.#code = '';
  }
}
