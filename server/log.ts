import { type DestinationStream, type Logger, pino } from 'pino';
import { limitRepeatedLogLines } from './limit-repeated-log-lines.ts';
import { describeError, formatLine, safeLine } from './log-line.ts';
import { urlWithoutPersonalNumbers } from './url-without-personal-numbers.ts';

export type Log = Logger;

export interface LogOptions {
  level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** One readable line per entry instead of JSON. Default: on a terminal. */
  pretty?: boolean;
  destination?: DestinationStream;
}

/**
 * The log: JSON for machines, or one line for people. Every entry passes {@link withoutSecrets}, URLs lose the values
 * of secret parameters, and lines pass {@link safeLine} and a rate limit, because much of their content comes from
 * strangers.
 */
export function createLog(options: LogOptions = {}): Log {
  const pretty = options.pretty ?? (process.stdout.isTTY || process.argv.includes('--pretty'));
  const destination = options.destination ?? process.stdout;
  const written = pretty ? prettyInto(destination) : destination;
  const limit = limitRepeatedLogLines((message, count) =>
    log.warn({ of: message, count }, 'lines left out of the log'),
  );
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
          // debug lines, which an operator enabled, and fatal ones are never left out
          if (level < levels.info || level >= levels.fatal || limit.allows(message)) write.apply(this, entry);
        },
      },
      // child loggers serialise their bindings before any formatter runs
      redact: { paths: childBindings, censor: REDACTED },
      serializers: { req: describeRequest, res: describeResponse, err: describeError },
    },
    { write: (line) => written.write(safeLine(line)) },
  );
  return log;
}

const levels = pino.levels.values as Readonly<Record<'info' | 'fatal', number>>;

/**
 * The logger writes the outermost names without escaping: a foreign name could close its quotes and forge another
 * entry.
 */
function withSafeNames(entry: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(entry).every((name) => /^[\w.-]+$/.test(name))) return entry;
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [JSON.stringify(name).slice(1, -1), value]));
}

const REDACTED = '[secret]';

/** Compared in lower case without `_` and `-`: refresh_token, refreshToken and Refresh-Token are the same. */
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

/** Secret names that may be bound to a child logger. */
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

/** Deeper than anything logged on purpose; also ends cycles. */
const DEEPEST = 8;

function isSecret(name: string): boolean {
  return secretNames.has(name.toLowerCase().replaceAll(/[_-]/g, ''));
}

/** A copy in which the values of secret names are replaced. Class instances are left to their serializers. */
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

/** Whether a parameter is a search value, which may be a personal number or name. */
const isSearched = (name: string) => name === 'quick_search' || /^(?:search|any\[[^\]]*\])\[[^\]]*\]\[val\]/.test(name);

/** `/x?batoken=abc&page=1` → `/x?batoken=[secret]&page=1`; search values are removed too. */
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

/** Properties of a Fastify or Node request that are logged; headers and body are not. */
interface RequestLike {
  id?: string;
  method?: string;
  url?: string;
  ip?: string;
}

function describeRequest(request: RequestLike): Record<string, unknown> {
  return {
    method: request.method,
    url: request.url === undefined ? undefined : urlWithoutPersonalNumbers(withoutSecretParameters(request.url)),
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
