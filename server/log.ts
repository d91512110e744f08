import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError, formatLine, safeLine } from './log-line.ts';
import { withoutPersonalNumbers } from './log-personal.ts';
import { limitLines } from './log-rate.ts';

export type Log = Logger;

export interface LogOptions {
  level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** One readable line per entry instead of JSON; by default when a person is looking. */
  pretty?: boolean;
  destination?: DestinationStream;
}

/**
 * The log: JSON for machines, one line for people. Secrets never reach it, whoever logs them: every entry passes
 * {@link withoutSecrets}, and addresses lose the values of their secret parameters. Whatever is logged passes
 * {@link safeLine} and a count of its lines: strangers write much of it.
 */
export function createLog(options: LogOptions = {}): Log {
  const pretty = options.pretty ?? (process.stdout.isTTY || process.argv.includes('--pretty'));
  const destination = options.destination ?? process.stdout;
  const written = pretty ? prettyInto(destination) : destination;
  const limit = limitLines((message, count) => log.warn({ of: message, count }, 'lines left out of the log'));
  const log = pino(
    {
      level: options.level ?? 'info',
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: {
        level: (label) => ({ level: label }),
        log: (entry) => withSafeNames(withoutSecrets(entry) as Record<string, unknown>),
      },
      hooks: {
        logMethod(entry, write, level) {
          const message = entry.find((one) => typeof one === 'string') ?? '';
          // what an operator switched on to find a fault, and what ends the process, is never left out
          if (level < levels.info || level >= levels.fatal || limit.allows(message)) write.apply(this, entry);
        },
      },
      // children write their bindings before any formatter sees them
      redact: { paths: childBindings, censor: REDACTED },
      serializers: { req: describeRequest, res: describeResponse, err: describeError },
    },
    { write: (line) => written.write(safeLine(line)) },
  );
  return log;
}

const levels = pino.levels.values as Readonly<Record<'info' | 'fatal', number>>;

/** The logger writes the outermost names as they are: a foreign one could close its quotes and tell something else. */
function withSafeNames(entry: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(entry).every((name) => /^[\w.-]+$/.test(name))) return entry;
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [JSON.stringify(name).slice(1, -1), value]));
}

const REDACTED = '[secret]';

/** Compared in lower case without `_` and `-`: refresh_token, refreshToken and Refresh-Token are one. */
const secretNames = new Set([
  'password',
  'oldpassword',
  'newpassword',
  'adminpassword',
  'passwordconfirm',
  'pass',
  'pwd',
  'passwd',
  'token',
  'batoken',
  'bausertoken',
  'refreshtoken',
  'accesstoken',
  'accountverificationtoken',
  'apikey',
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'secret',
  'appsecret',
  'secretkey',
  'privatekey',
  'captcha',
  'smscode',
  'databaseurl',
  'salt',
  'ticket',
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
const isSearched = (name: string) => name === 'quick_search' || /^(?:search|any\[[^\]]*\])\[[^\]]*\]\[val\]/.test(name);

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

function prettyInto(destination: DestinationStream): DestinationStream {
  const coloured = destination === process.stdout && process.stdout.isTTY && !process.env.NO_COLOR;
  return { write: (line) => destination.write(`${formatLine(line, coloured)}\n`) };
}
