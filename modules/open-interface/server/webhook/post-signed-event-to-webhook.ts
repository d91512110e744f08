import { randomBytes } from 'node:crypto';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { openLimited } from '#server/outgoing/fetch-with-size-and-address-limits.ts';
import { OutgoingError } from '#server/outgoing/outgoing-request-error.ts';
import { signedText } from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import type { SignatureAlgorithm } from '../../contract/application-scopes-mask-levels-and-signature-algorithms.ts';
import type { deliveryFaults } from '../../contract/webhook-delivery.ts';
import { signByAlgorithm } from '../signing/verify-signature-status-address-and-quota-of-application.ts';

/** Milliseconds for an answer, and bytes of it that are read. */
const limits = { timeout: 10_000, maxBytes: 65_536 };

/** Where and how the events of a webhook are sent. */
export interface WebhookTarget {
  readonly url: string;
  readonly appKey: string;
  readonly secret: string;
  readonly algorithm: SignatureAlgorithm;
}

export interface SentDelivery {
  readonly status: number | null;
  /** Null: delivered. */
  readonly fault: keyof typeof deliveryFaults | null;
}

/**
 * Sends an event by a POST that is signed like the calls of applications, with the path of the receiver. Whatever the receiver does
 * ends in an outcome within ten seconds.
 */
export async function postSignedEvent(
  engine: Engine,
  target: WebhookTarget,
  body: string,
  { timeout, maxBytes } = limits,
): Promise<SentDelivery> {
  const { pathname, search } = new URL(target.url);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const written = signedText({ method: 'POST', path: pathname, query: search.slice(1), body, timestamp, nonce });
  try {
    const answer = await openLimited(engine, target.url, {
      timeout,
      maxBytes,
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'xingjian-webhook',
        'x-app-key': target.appKey,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-sign': signByAlgorithm(target.algorithm, target.secret, written),
      },
    });
    answer.body.on('error', () => undefined);
    answer.body.destroy();
    return { status: answer.status, fault: answer.ok ? null : 'status' };
  } catch (error) {
    if (error instanceof OutgoingError) return { status: null, fault: error.reason };
    throw error;
  }
}
