import { type OpenApiDocument, type OpenApiEntry, type Parameter, resolveSchema } from './open-api-document.ts';

/** The values filled in for a call. */
export interface FilledInCall {
  /** Values of the query by name; empty ones are not sent. */
  readonly query: Readonly<Record<string, string>>;
  /** JSON; undefined where the call takes no body. */
  readonly body: string | undefined;
}

/** Query parameters of an operation: what can be filled in besides the body. */
export const queryParametersOfCall = (document: OpenApiDocument, { operation }: OpenApiEntry): Parameter[] =>
  (operation.parameters ?? [])
    .map((one) => resolveSchema<Parameter>(document, one))
    .filter((one) => one.in === 'query');

/** Initial body: the example of the document. */
export function exampleRequestBody({ operation }: OpenApiEntry): string | undefined {
  const media = operation.requestBody?.content['application/json'];
  return media && JSON.stringify(media.example ?? {}, null, 2);
}

/** Path and query. */
export function addressOf({ path }: OpenApiEntry, { query }: FilledInCall): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** Quotes a word for a POSIX shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The call as a curl command. The token is a variable, not its value: the copy is meant to be shared. */
export function curlCommandOfCall(origin: string, entry: OpenApiEntry, filled: FilledInCall): string {
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
