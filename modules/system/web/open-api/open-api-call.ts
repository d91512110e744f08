import { type Document, type Entry, type Parameter, resolve } from './open-api-document.ts';

/** A call as it was filled in. */
export interface Filled {
  /** Values of the query by name; empty ones are not sent. */
  readonly query: Readonly<Record<string, string>>;
  /** JSON; none where the call takes none. */
  readonly body: string | undefined;
}

/** Parameters of the address, which are what can be filled in beside the body. */
export const queryOf = (document: Document, { operation }: Entry): Parameter[] =>
  (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one)).filter((one) => one.in === 'query');

/** What is sent where nothing was filled in yet: the example of the document. */
export function exampleBody({ operation }: Entry): string | undefined {
  const media = operation.requestBody?.content['application/json'];
  return media && JSON.stringify(media.example ?? {}, null, 2);
}

/** Path and query. */
export function addressOf({ path }: Entry, { query }: Filled): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** As a word of a POSIX shell: nothing in it means anything to it. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The same call for a shell. The token is named and not told: what is copied is passed on. */
export function curlOf(origin: string, entry: Entry, filled: Filled): string {
  const member = entry.operation.security?.some((one) => 'ba-user-token' in one);
  const open = entry.operation.security?.length === 0;
  const lines = [
    `curl -X ${entry.method.toUpperCase()} ${quoted(`${origin}${addressOf(entry, filled)}`)}`,
    `-H 'server: true'`,
    ...(open ? [] : [`-H "${member ? 'ba-user-token' : 'batoken'}: $TOKEN"`]),
    ...(filled.body === undefined ? [] : [`-H 'content-type: application/json'`, `--data ${quoted(filled.body)}`]),
  ];
  return lines.join(' \\\n  ');
}
