import qs from 'qs';

type Parameters = Record<string, unknown>;

/** `name`, or `name[0][part]` as in the conditions of a list. */
const plain = /^[a-z_]\w*$/i;
const condition = /^([a-z_]\w*)\[(0|[1-9]\d?)\]\[([a-z_]\w*)\]$/i;

const mostPairs = 500;

/** Reads a query string as PHP does: `search[0][field]=name` becomes an object in a list. */
export const parseQueryStringAsPhp = (written: string): Parameters => readUsual(written) ?? readAny(written);

const readAny = (written: string): Parameters =>
  qs.parse(written, { depth: 4, arrayLimit: 500, parameterLimit: mostPairs, plainObjects: false }) as Parameters;

/**
 * Reads a query string as our pages send it: each name once, conditions in order. Undefined: it has another form. Lists
 * are called more often than anything else, and the general parser took a tenth of the time of such a call.
 */
function readUsual(written: string): Parameters | undefined {
  const read: Parameters = {};
  if (written === '') return read;
  const pairs = written.split('&');
  if (pairs.length > mostPairs) return undefined;
  for (const pair of pairs) {
    const end = pair.indexOf('=');
    const name = end < 0 ? undefined : decode(pair.slice(0, end));
    const value = end < 0 ? undefined : decode(pair.slice(end + 1));
    if (name === undefined || value === undefined) return undefined;
    if (plain.test(name)) {
      // a repeated name makes a list; names of Object.prototype are left out
      if (name in read) return undefined;
      read[name] = value;
      continue;
    }
    const found = condition.exec(name);
    const into = found && listOf(read, found[1] as string);
    if (!into || !put(into, Number(found[2]), found[3] as string, value)) return undefined;
  }
  return read;
}

/** The list under a name, if it has only been used as a list. */
function listOf(read: Parameters, name: string): Parameters[] | undefined {
  if (!(name in read)) read[name] = [];
  const list = read[name];
  return Array.isArray(list) ? list : undefined;
}

function put(list: Parameters[], place: number, part: string, value: string): boolean {
  if (place === list.length) list.push({});
  const into = list[place];
  if (!into || part in into) return false;
  into[part] = value;
  return true;
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text.includes('+') ? text.replaceAll('+', ' ') : text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
