/** Bounds of the server's clock minus this desk's, in seconds: every fresh answer narrows them. */
let earliest = Number.NEGATIVE_INFINITY;
let latest = Number.POSITIVE_INFINITY;
let offset = 0;

/**
 * Every fresh envelope carries the server's time: countdowns then agree with it however wrong the desk's clock is. It
 * was that second at some moment between sending and receiving, so each answer leaves only a span of offsets possible;
 * what all of them allow is known to a fraction of the journey. Answers that contradict each other mean that one of
 * both clocks was set, and the last one counts.
 *
 * @param seconds the envelope's `time`, in unix seconds; of an answer that came from the server just now, never one out
 *   of a cache, whose time is as old as the answer
 * @param sentAt when the call was sent, in ms by this desk's clock
 */
export function noteServerTime(seconds: number | undefined, sentAt: number, receivedAt = Date.now()): void {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return;
  const from = seconds - receivedAt / 1000;
  const to = seconds + 1 - sentAt / 1000;
  const agrees = from <= latest && to >= earliest;
  earliest = agrees ? Math.max(earliest, from) : from;
  latest = agrees ? Math.min(latest, to) : to;
  offset = (earliest + latest) / 2;
}

/** Now, in unix seconds, as the server sees it. */
export const serverNow = (): number => Math.floor(Date.now() / 1000 + offset);
