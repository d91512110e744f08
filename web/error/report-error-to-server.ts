import { post } from '#web/http/client.ts';

/** The same problem is reported again after this long, in ms: an error may occur every second. */
const again = 60_000;
const reported = new Map<string, number>();

/** Reports an error to the server. A failing report shows no message. */
export function reportErrorToServer(error: Error, stack: string): void {
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
