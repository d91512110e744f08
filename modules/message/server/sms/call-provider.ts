import type { DeliveryFailure } from '#kernel/message/delivery-failure.ts';
import { Undelivered } from '#server/message/undelivered.ts';
import { fetchLimited, type Outgoing } from '#server/outgoing/fetch-limited.ts';
import { OutgoingError, type OutgoingReason } from '#server/outgoing/outgoing-error.ts';

/** Milliseconds a provider has to answer. */
const patience = 10_000;
/** Bytes of its answer: what became of a hundred messages is some 40 kB. */
const longest = 1_000_000;

const faults: Partial<Record<OutgoingReason, DeliveryFailure>> = {
  timeout: 'unanswered',
  closed: 'closed',
  unreachable: 'unreachable',
};

/** What a provider answers, whatever its status; throws where it does not answer at all, or not in JSON. */
export async function callProvider(
  by: Outgoing,
  address: string,
  headers: Readonly<Record<string, string>>,
  body = '',
  wait = patience,
): Promise<object> {
  const { host: _, ...sent } = headers; // the connection says it itself
  let answer: string;
  try {
    const request = { method: 'POST', headers: sent, body, maxBytes: longest, timeout: wait } as const;
    answer = await (await fetchLimited(by, address, request)).text();
  } catch (cause) {
    const reason = cause instanceof OutgoingError ? cause.reason : 'unreachable';
    throw new Undelivered(faults[reason] ?? 'other', { cause, statuses: faults[reason] ? '' : reason });
  }
  try {
    const read: unknown = JSON.parse(answer);
    if (typeof read === 'object' && read !== null) return read;
  } catch {
    // said below
  }
  throw new Undelivered('other', { statuses: answer });
}
