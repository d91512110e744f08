import { type DestinationStream, type Logger, pino } from 'pino';
import { withoutPersonalNumbers } from './log-personal.ts';

export type Log = Logger;

export interface LogOptions {
  level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** One readable line per entry instead of JSON; by default when a person is looking. */
  pretty?: boolean;
  destination?: DestinationStream;
}

/**
 * The log: JSON for machines, one line for people. Secrets never reach it, whoever logs them: every entry passes
 * {@link withoutSecrets}, and addresses lose the values of their secret parameters.
 */
export function createLog(options: LogOptions = {}): Log {
  const pretty = options.pretty ?? (process.stdout.isTTY || process.argv.includes('--pretty'));
  const destination = options.destination ?? process.stdout;
  return pino(
    {
      level: options.level ?? 'info',
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: {
        level: (label) => ({ level: label }),
        log: (entry) => withoutSecrets(entry) as Record<string, unknown>,
      },
      // children write their bindings before any formatter sees them
      redact: { paths: childBindings, censor: REDACTED },
      serializers: { req: describeRequest, res: describeResponse, err: describeError },
    },
    pretty ? prettyInto(destination) : destination,
  );
}

const REDACTED = '[secret]';

/** Compared in lower case without `_` and `-`: refresh_token, refreshToken and Refresh-Token are one. */
const secretNames = new Set([
  ...['password', 'oldpassword', 'newpassword', 'adminpassword', 'passwordconfirm', 'pass', 'pwd', 'passwd'],
  ...['token', 'batoken', 'bausertoken', 'refreshtoken', 'accesstoken', 'accountverificationtoken', 'apikey'],
  ...['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'secret', 'appsecret', 'secretkey', 'privatekey'],
  ...['captcha', 'smscode', 'databaseurl', 'salt', 'ticket'],
]);

/** Secret names as somebody might bind them to a child logger. */
const childBindings = [
  'password',
  'token',
  'batoken',
  'refresh_token',
  'refreshToken',
  'authorization',
  'cookie',
  'secret',
];

/** Deeper than anything we log on purpose; also ends circles. */
const DEEPEST = 8;

function isSecret(name: string): boolean {
  return secretNames.has(name.toLowerCase().replaceAll(/[_-]/g, ''));
}

/** A copy in which the values of secret names are blotted out. Objects of a class are left to their serializers. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const hidden = isSecret(name) && inner !== undefined && inner !== null && typeof inner !== 'boolean';
    copy[name] = hidden ? REDACTED : withoutSecrets(inner, depth + 1);
  }
  return copy;
}

/** What a list was asked for may be the number or the name of a person. */
const isSearched = (name: string) => name === 'quick_search' || /^search\[[^\]]*\]\[val\]/.test(name);

/** `/x?batoken=abc&page=1` → `/x?batoken=[secret]&page=1`; values that are searched for are left out too. */
export function withoutSecretParameters(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return url;
  const parameters = url.slice(start + 1).split('&');
  const shown = parameters.map((parameter) => {
    const name = parameter.split('=', 1)[0] ?? '';
    return isSecret(decode(name)) || isSearched(decode(name)) ? `${name}=${REDACTED}` : parameter;
  });
  return `${url.slice(0, start)}?${shown.join('&')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a Fastify or Node request offers of itself; headers and body stay out of the log. */
interface RequestLike {
  id?: string;
  method?: string;
  url?: string;
  ip?: string;
}

function describeRequest(request: RequestLike): Record<string, unknown> {
  return {
    method: request.method,
    url: request.url === undefined ? undefined : withoutPersonalNumbers(withoutSecretParameters(request.url)),
    ip: request.ip,
  };
}

function describeResponse(response: { statusCode?: number }): Record<string, unknown> {
  return { statusCode: response.statusCode };
}

/** PostgreSQL tells the whole failing row in `detail`; a log must not hold it. */
function describeError(error: Error): unknown {
  if (!(error instanceof Error)) return error;
  const { detail, where, ...rest } = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
  return rest;
}

const colours: Readonly<Record<string, string>> = { warn: '\x1b[33m', error: '\x1b[31m', fatal: '\x1b[31;1m' };
const GREY = '\x1b[90m';
const PLAIN = '\x1b[0m';

function prettyInto(destination: DestinationStream): DestinationStream {
  const coloured = destination === process.stdout && process.stdout.isTTY && !process.env.NO_COLOR;
  return { write: (line) => destination.write(`${formatLine(line, coloured)}\n`) };
}

/** `08:50:00 WARN  message  key=value …`, with the stack of an error below. */
export function formatLine(line: string, coloured: boolean): string {
  const { level, time, msg, err, req, res, responseTime, ...rest } = JSON.parse(line) as Record<string, unknown> & {
    level: string;
    time: string;
    err?: { stack?: string; message?: string };
    req?: RequestLike;
    res?: { statusCode?: number };
  };
  const details: string[] = [];
  if (req) details.push(`${req.method} ${req.url}`);
  if (res) details.push(String(res.statusCode));
  if (typeof responseTime === 'number') details.push(`${responseTime.toFixed(1)} ms`);
  for (const [name, value] of Object.entries(rest)) {
    details.push(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
  const clock = new Date(time).toLocaleTimeString('en-GB');
  const [on, grey, off] = coloured ? [colours[level] ?? '', GREY, PLAIN] : ['', '', ''];
  const head = `${grey}${clock}${off} ${on}${level === 'info' ? '' : `${level.toUpperCase()} `}${String(msg ?? '')}${off}`;
  const tail = details.length > 0 ? `  ${grey}${details.join(' ')}${off}` : '';
  const stack = err ? `\n${err.stack ?? err.message}` : '';
  return head + tail + stack;
}
