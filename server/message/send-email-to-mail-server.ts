import { isIP } from 'node:net';
import type { DeliveryFailureReason } from '#kernel/message/delivery-failure-reasons.ts';
import type { Outgoing } from '#server/outgoing/fetch-with-size-and-address-limits.ts';
import { OutgoingError } from '#server/outgoing/outgoing-request-error.ts';
import { resolveAllowedAddress } from '#server/outgoing/ssrf-protection-of-outgoing-requests.ts';
import { DeliveryError, storedReply } from './message-delivery-error.ts';

/** Mail server and sender. */
export interface MailServer {
  readonly server: string;
  readonly port: number;
  readonly user: string | null;
  readonly pass: string | null;
  readonly verification: 'none' | 'SSL' | 'TLS';
  readonly sender_mail: string;
}

/** An e-mail. */
export interface Email {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer }[];
  /** The same at every attempt, so that duplicates can be recognised. */
  readonly messageId?: string;
}

/** Milliseconds for connecting and greeting, for a reply, and in total. */
const timeouts = { connect: 10_000, line: 15_000, whole: 30_000 };

/** Faults by nodemailer's error codes. */
const faultOf: Readonly<Record<string, DeliveryFailureReason>> = {
  EDNS: 'unreachable',
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'unanswered',
  EABORT: 'unanswered',
  EPROTOCOL: 'unanswered',
  ETLS: 'unencrypted',
  EAUTH: 'credentials',
  ENOAUTH: 'credentials',
  EENVELOPE: 'address',
  EMESSAGE: 'words',
};

/**
 * Sends one e-mail. Returns its id and the reply of the server that accepted it; further delivery is not tracked.
 * Throws {@link DeliveryError}. Does not read files or URLs.
 */
export async function sendEmailToMailServer(
  { config: { innerNetworks } }: Outgoing,
  by: MailServer,
  letter: Email,
  waits = timeouts,
): Promise<{ id: string; response: string }> {
  const host = await within(
    waits.connect,
    resolveAllowedAddress(by.server, { innerNetworks, encrypted: by.verification !== 'none' }),
  ).catch((error: unknown) => {
    throw new DeliveryError(error instanceof OutgoingError && error.reason === 'closed' ? 'closed' : 'unreachable', {
      cause: error,
    });
  });
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host, // the checked address; the certificate must match the host name
    tls: { servername: isIP(by.server) ? '' : by.server },
    port: by.port,
    secure: by.verification === 'SSL',
    requireTLS: by.verification === 'TLS',
    ignoreTLS: by.verification === 'none',
    ...(by.user ? { auth: { user: by.user, pass: by.pass ?? '' } } : {}),
    connectionTimeout: waits.connect,
    greetingTimeout: waits.connect,
    socketTimeout: waits.line,
    dnsTimeout: waits.connect,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const sent = await transport.sendMail({
      from: { name: letter.from, address: by.sender_mail },
      to: { name: '', address: letter.to },
      subject: letter.subject,
      text: letter.text,
      ...(letter.attachments ? { attachments: [...letter.attachments] } : {}),
      ...(letter.messageId ? { messageId: letter.messageId } : {}),
      signal: AbortSignal.timeout(waits.whole),
    });
    return { id: sent.messageId, response: storedReply(sent.response) };
  } catch (error) {
    throw explainFault(error);
  } finally {
    transport.close();
  }
}

/** Rejects if a promise does not settle within so many milliseconds. */
function within<T>(wait: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new OutgoingError('timeout')), wait);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function explainFault(error: unknown): DeliveryError {
  const {
    code = '',
    response,
    responseCode = 0,
  } = error as { code?: string; response?: string; responseCode?: number };
  const fault = faultOf[code] ?? 'other';
  // 5yz replies are final; faults that administrators can mend, such as a password or certificate, are retried
  const final = responseCode >= 500 && (fault === 'address' || fault === 'words');
  return new DeliveryError(fault, { final, statuses: response ?? '', cause: error });
}
