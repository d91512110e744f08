/** How long the key of an unanswered write is reused, in ms. Later, the same content is a new write. */
const life = 600_000;
const most = 200;

const unanswered = new Map<string, { key: string; since: number }>();

/**
 * The `Idempotency-Key` of a write. While the write is in progress, and after it ended without an answer, the same
 * content gets the same key: pressing the button again never writes twice (domain reference §0, point 4).
 */
export function idempotencyKeyOf(content: string, now = Date.now()): string {
  const existing = unanswered.get(content);
  if (existing && now - existing.since < life) return existing.key;
  const key = randomKey();
  unanswered.delete(content);
  unanswered.set(content, { key, since: now });
  if (unanswered.size > most) unanswered.delete(unanswered.keys().next().value as string);
  return key;
}

/** The write was answered: the same content sent again is a new write. */
export function endIdempotencyKey(content: string, key: string): void {
  if (unanswered.get(content)?.key === key) unanswered.delete(content);
}

/** 128 random bits in hex; `crypto.randomUUID` is missing on pages served without TLS. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
