import { mapServerStackToSources } from './server-stack-source-map.ts';

/**
 * Form of a line of the log. Much of its content comes from strangers (addresses, user agents, names, reports of
 * browsers): an event must stay one line, and nothing in it may control the terminal.
 */

/** Control characters, line separators, bidirectional and other invisible format characters, lone surrogates. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text with its invisible characters escaped: `\n`, `\u001b`, `\u202e`. */
const escapeInvisible = (text: string): string =>
  text.replace(unsafe, (found) => named[found] ?? found.split('').map(codeOf).join(''));

const codeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Lines up to this length are not shortened. */
const shortLine = 4096;
const longestLine = 32_768;
const longestText = 2000;
const longestStack = 8000;
/** Maximum number of entries of a list or object. */
const mostEntries = 100;

/** A line of JSON, shortened and safe to show on a terminal. Escapes do not change its meaning. */
export function safeLine(line: string): string {
  const written = line.endsWith('\n') ? line.slice(0, -1) : line;
  return `${escapeInvisible(written.length <= shortLine ? written : shorten(written))}\n`;
}

function shorten(line: string): string {
  const entry = JSON.parse(line) as Record<string, unknown>;
  const short = JSON.stringify(shortened(entry, ''));
  if (short.length <= longestLine) return short;
  const { level, time, msg } = entry;
  return JSON.stringify({ level, time, msg: shortened(msg, 'msg'), left_out: line.length });
}

function shortened(value: unknown, name: string): unknown {
  if (typeof value === 'string') return cut(value, name === 'stack' ? longestStack : longestText);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, mostEntries).map((one) => shortened(one, name));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostEntries)
      .map(([key, inner]) => [cut(key, 100), shortened(inner, key)]),
  );
}

const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most)}…(+${text.length - most})` : text;

/** An error in the log: its message on one line, followed by stack frames of our own program only. */
export interface DescribedError {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}

const deepestCause = 4;
/** Properties that are not copied. PostgreSQL puts the whole failing row into `detail`, which must not be logged. */
const hiddenProperties: ReadonlySet<string> = new Set([
  'name',
  'message',
  'stack',
  'cause',
  'errors',
  'detail',
  'where',
]);

/**
 * Describes an error for the log. Its message may contain foreign text (`invalid input syntax: "…"`) and never begins a
 * line.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) {
    if (typeof error !== 'object' || error === null) return error;
    return Object.fromEntries(Object.entries(error).filter(([name]) => name !== 'stack'));
  }
  const described: DescribedError = {
    type: error.constructor?.name || error.name,
    message: error.message,
    stack: `${error.name}: ${escapeInvisible(cut(error.message, longestText))}${framesOf(error)}`,
  };
  for (const [name, value] of Object.entries(error)) if (!hiddenProperties.has(name)) described[name] = value;
  if (depth < deepestCause) {
    if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1);
    if (error instanceof AggregateError)
      described.errors = error.errors.slice(0, deepestCause).map((one) => describeError(one, depth + 1));
  }
  return described;
}

/** The frames after the message. A stack that does not begin with the message was made elsewhere and is left out. */
function framesOf({ stack = '', message }: Error): string {
  const start = message === '' ? 0 : stack.indexOf(message);
  if (start < 0) return '';
  const frames = stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return frames.map((frame) => `\n${escapeInvisible(mapServerStackToSources(frame))}`).join('');
}

const colours: Readonly<Record<string, string>> = { warn: '\x1b[33m', error: '\x1b[31m', fatal: '\x1b[31;1m' };
const GREY = '\x1b[90m';
const PLAIN = '\x1b[0m';

interface Entry {
  level: string;
  time: string;
  msg?: unknown;
  err?: Partial<DescribedError> | string;
  req?: { method?: string; url?: string };
  res?: { statusCode?: number };
  [more: string]: unknown;
}

/** `08:50:00 WARN message key=value …`, followed by the frames of an error. */
export function formatLine(line: string, coloured: boolean): string {
  const { level, time, msg, err, req, res, ...rest } = JSON.parse(line) as Entry;
  const details: string[] = [];
  if (req) details.push(`${plain(req.method)} ${plain(req.url)}`);
  if (res) details.push(String(res.statusCode));
  for (const [name, value] of Object.entries(rest)) details.push(`${plain(name)}=${plain(value)}`);
  const clock = new Date(time).toLocaleTimeString('en-GB');
  const [on, grey, off] = coloured ? [colours[level] ?? '', GREY, PLAIN] : ['', '', ''];
  const head = `${grey}${clock}${off} ${on}${level === 'info' ? '' : `${level.toUpperCase()} `}${escapeInvisible(String(msg ?? ''))}${off}`;
  const tail = details.length > 0 ? `  ${grey}${details.join(' ')}${off}` : '';
  return head + tail + stackLines(err);
}

/** A value as text, quoted if it could be read as the next key. */
function plain(value: unknown): string {
  const text = typeof value === 'string' && /^[^\s"=]*$/u.test(value) ? value : (JSON.stringify(value) ?? '');
  return escapeInvisible(text);
}

function stackLines(err: Entry['err']): string {
  if (err === undefined || err === null) return '';
  if (typeof err === 'string') return `\n${escapeInvisible(err)}`;
  const [first = '', ...frames] = String(err.stack ?? err.message ?? '').split('\n');
  const below = frames.map((frame) =>
    /^\s+at /.test(frame) ? `\n${escapeInvisible(frame)}` : escapeInvisible(`\n${frame}`),
  );
  const cause = err.cause as Entry['err'];
  return `\n${escapeInvisible(first)}${below.join('')}${cause === undefined ? '' : `\n  caused by:${stackLines(cause)}`}`;
}
