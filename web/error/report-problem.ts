import { post } from '#web/http/client.ts';

/** One and the same problem is told again after this long, in ms: what breaks once a second is known by then. */
const again = 60_000;
const reported = new Map<string, number>();

/** Tells the server what broke; a report that fails is not worth a second message. */
export function reportProblem(error: Error, stack: string): void {
  const key = `${error.name}: ${error.message}`;
  if (Date.now() - (reported.get(key) ?? -again) < again) return;
  reported.set(key, Date.now());
  const body = {
    message: error.message.slice(0, 500),
    stack: `${error.stack ?? ''}\n${stack}`.slice(0, 4000),
    url: window.location.href.split('?')[0],
  };
  post('/api/common/reportError', body, { quiet: true, duplicate: 'allow' }).catch(() => undefined);
}
