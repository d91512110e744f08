import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * The headers of every response, except the content security policy, which depends on settings. They are computed once:
 * setting them per response took the framework off its fast path.
 */
export function constantSecurityHeaders(): Readonly<Record<string, string>> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    // set per response, because it depends on settings
    contentSecurityPolicy: false,
    // plain http on a bureau's inner network must keep working; TLS is the proxy's task
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    // pages of this host at other ports show pictures and files too
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'same-origin' },
  })(answer.req, answer, () => undefined);
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]));
}
