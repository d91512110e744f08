import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxBodyDepth, maxBodyValues } from './normalise-request-body-values.ts';

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const closing: ReadonlySet<number> = new Set([0x7d, 0x5d]);

const signedBodies = new WeakMap<FastifyRequest, string>();

/** The JSON body of a request as it was sent, if the request is signed: a signature covers every character. */
export const bodyTextOfSignedRequest = (request: FastifyRequest): string => signedBodies.get(request) ?? '';

/**
 * Parses JSON bodies like the framework, after checking their number of values: half a megabyte of brackets is 20 MB of
 * objects.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (hasTooManyValues(body)) done(Object.assign(new Error('a body of too many values'), { statusCode: 400 }));
    else {
      if (request.headers['x-sign'] !== undefined) signedBodies.set(request, body);
      void parse(request, body, done);
    }
  });
}

/**
 * Whether a JSON text has more values or deeper nesting than any form. One pass without allocation: outside strings,
 * each comma and bracket starts a value (an empty list counts twice). Invalid JSON is left to the parser.
 */
export function hasTooManyValues(json: string): boolean {
  // fewer characters cannot hold as many values, so most bodies are not scanned
  if (json.length <= maxBodyValues) return false;
  let values = 1;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfText(json, at + 1);
    else if (closing.has(code)) depth--;
    else if (opening.has(code)) {
      values++;
      if (++depth > maxBodyDepth + 1) return true;
    } else if (code === comma) values++;
    if (values > maxBodyValues) return true;
  }
  return false;
}

/** Index of the quotation mark that ends a string: the next one after an even number of backslashes. */
function endOfText(json: string, from: number): number {
  for (let at = from; ; at++) {
    at = json.indexOf('"', at);
    if (at < 0) return json.length;
    let before = at - 1;
    while (before >= from && json.charCodeAt(before) === backslash) before--;
    if ((at - before) % 2 === 1) return at;
  }
}
