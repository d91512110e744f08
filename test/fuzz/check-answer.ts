/** An answer of the platform, independent of the client. */
export interface CheckedAnswer {
  status: number;
  type: string;
  body: string;
  /** The call was a reconnecting event stream of a browser: 204 tells it to stop (HTML, server-sent events). */
  comesBack?: boolean;
  /** The answer is a file to download, of whatever format. */
  file?: boolean;
}

/** Words of the program or the database that must not be in an answer. */
const leakedInternals =
  /\bat \S+ \(\S+:\d+:\d+\)|\.(?:ts|mjs|js):\d+:\d+|node_modules|syntax error at|invalid input syntax|violates \S+ constraint|relation "|column "|operator does not exist|current transaction is aborted|Cannot read propert|is not a function|is not iterable|Cannot convert object/;
const codes = new Set([0, 1, 302, 401, 404, 409]);

/** What is wrong with the answer to a malformed call; undefined if nothing. */
export function checkAnswer({
  status,
  type,
  body,
  comesBack = false,
  file = false,
}: CheckedAnswer): string | undefined {
  if (status >= 500) return `status ${status}`;
  if (leakedInternals.test(body)) return `leaks internals: ${leakedInternals.exec(body)?.[0]}`;
  if (status === 204 && comesBack) return body === '' ? undefined : 'status 204 with a body';
  if (status !== 200 && status !== 404 && status !== 304) return `status ${status}`;
  if (!type.startsWith('application/json')) return undefined;
  let envelope: unknown;
  try {
    envelope = JSON.parse(body);
  } catch {
    return 'is no JSON';
  }
  return file ? undefined : judgeEnvelope(envelope, status);
}

function judgeEnvelope(envelope: unknown, status: number): string | undefined {
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope)) return 'is no envelope';
  // the API document is a plain JSON file
  if ('openapi' in envelope) return undefined;
  const { code, msg, time } = envelope as Record<string, unknown>;
  if (status === 404) return code === 404 ? undefined : 'status 404 with another code';
  if (typeof code !== 'number' || !codes.has(code)) return `code ${String(code)}`;
  if (typeof msg !== 'string') return 'no message';
  if (code !== 409 && !Number.isSafeInteger(time)) return 'no time';
  return 'data' in envelope ? undefined : 'no data';
}
