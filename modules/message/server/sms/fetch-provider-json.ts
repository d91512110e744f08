import type { DeliveryFailureReason } from '#kernel/message/delivery-failure-reasons.ts';
import { DeliveryError } from '#server/message/message-delivery-error.ts';
import { fetchLimited, type Outgoing } from '#server/outgoing/fetch-with-size-and-address-limits.ts';
import { OutgoingError, type OutgoingReason } from '#server/outgoing/outgoing-request-error.ts';

/** Time limit of a provider's answer in ms. */
const patience = 10_000;
/** Maximum bytes of an answer: the status of a hundred messages is about 40 kB. */
const longest = 1_000_000;

const faults: Partial<Record<OutgoingReason, DeliveryFailureReason>> = {
  timeout: 'unanswered',
  closed: 'closed',
  unreachable: 'unreachable',
};

/**
 * Calls a provider and returns its JSON answer, whatever its HTTP status. Throws where it does not answer, or not in
 * JSON.
 */
export async function fetchProviderJson(
  by: Outgoing,
  address: string,
  headers: Readonly<Record<string, string>>,
  body = '',
  wait = patience,
): Promise<object> {
  const { host: _, ...sent } = headers; // fetch sets it
  let answer: string;
  try {
    const request = { method: 'POST', headers: sent, body, maxBytes: longest, timeout: wait } as const;
    answer = await (await fetchLimited(by, address, request)).text();
  } catch (cause) {
    const reason = cause instanceof OutgoingError ? cause.reason : 'unreachable';
    throw new DeliveryError(faults[reason] ?? 'other', { cause, statuses: faults[reason] ? '' : reason });
  }
  try {
    const read: unknown = JSON.parse(answer);
    if (typeof read === 'object' && read !== null) return read;
  } catch {
    // handled below
  }
  throw new DeliveryError('other', { statuses: answer });
}
