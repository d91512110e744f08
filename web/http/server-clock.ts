/** Bounds of the server's clock minus the local clock, in seconds: every fresh answer narrows them. */
let earliest = Number.NEGATIVE_INFINITY;
let latest = Number.POSITIVE_INFINITY;
let offset = 0;

/**
 * Every fresh envelope carries the server's time, so that countdowns agree with the server even if the local clock is
 * wrong. The server read its clock at some moment between sending and receiving; each answer therefore allows only a
 * range of offsets. The intersection of all ranges is accurate to a fraction of the round trip. When answers contradict
 * each other, one of the two clocks was set, and the latest answer counts.
 *
 * @param seconds the envelope's `time`, in unix seconds; of a fresh answer, never of a cached one
 * @param sentAt when the call was sent, in ms by the local clock
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

/** The server's present time, in unix seconds. */
export const serverNow = (): number => Math.floor(Date.now() / 1000 + offset);
