import { Undelivered } from '#server/message/undelivered.ts';

/** Milliseconds a provider has to answer. */
const patience = 10_000;

/** What a provider answers, whatever its status; throws where it does not answer at all, or not in JSON. */
export async function callProvider(
  address: string,
  headers: Readonly<Record<string, string>>,
  body = '',
  wait = patience,
): Promise<object> {
  const { host: _, ...sent } = headers; // the connection says it itself
  let answer: string;
  try {
    const signal = AbortSignal.timeout(wait);
    const response = await fetch(address, { method: 'POST', headers: sent, body, redirect: 'error', signal });
    answer = await response.text();
  } catch (cause) {
    throw new Undelivered((cause as Error).name === 'TimeoutError' ? 'unanswered' : 'unreachable', { cause });
  }
  try {
    const read: unknown = JSON.parse(answer);
    if (typeof read === 'object' && read !== null) return read;
  } catch {
    // said below
  }
  throw new Undelivered('other', { told: answer });
}
