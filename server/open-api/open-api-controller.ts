import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import { JsonText, okEnvelope } from '#server/http/connection/encode-response-envelope.ts';
import { type Controller, type ControllerTable, responseSent } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import { describeApi } from './describe-api.ts';

export interface OpenApiOptions {
  resources: readonly AnyResource[];
  controllers: ControllerTable;
  descriptions: CallDescriptions;
  version: string;
  /** Changes whenever an option list changes. */
  wordVersion(): string;
}

/** Size of the pieces passed to compression. */
const piece = 64 * 1024;

/**
 * Sends the same buffer to all clients, piece by piece: a copy of the five megabytes for each of them would fill the
 * memory of a busy server.
 */
function sendShared(reply: FastifyReply, document: Buffer, around = ''): typeof responseSent {
  const pieces = Array.from({ length: Math.ceil(document.length / piece) }, (_, at) =>
    document.subarray(at * piece, (at + 1) * piece),
  );
  const whole = around === '' ? pieces : [Buffer.from(around.slice(0, -1)), ...pieces, Buffer.from('}')];
  reply.type('application/json; charset=utf-8');
  reply.send(Readable.from(whole, { objectMode: false }));
  return responseSent;
}

/**
 * The document in the caller's language: at `GET /admin/openapi/document` bare, for tools, and at `…/index` in the
 * envelope, for the reader page.
 */
export function openApiController({
  resources,
  controllers,
  descriptions,
  version,
  wordVersion,
}: OpenApiOptions): Controller {
  const written = new Map<Locale, Buffer>();
  let spoken = '';
  const write = (locale: Locale): Buffer => {
    if (spoken !== wordVersion()) written.clear();
    spoken = wordVersion();
    let bytes = written.get(locale);
    if (bytes === undefined) {
      const described = describeApi({ resources, calls: controllers.served, descriptions, version }, locale);
      bytes = Buffer.from(JSON.stringify(described));
      written.set(locale, bytes);
    }
    return bytes;
  };
  return {
    app: 'admin',
    name: 'openapi',
    actions: {
      index: call({
        gate: 'login',
        summary: text('本文档，装在信封里', 'This document, in the envelope'),
        answer: { type: 'object' },
        // the document is inserted before the envelope's last brace
        run: ({ caller, reply }) => sendShared(reply, write(caller.locale), okEnvelope(new JsonText(''))),
      }),
      document: call({
        gate: 'login',
        summary: text('本文档（OpenAPI 3.1）', 'This document (OpenAPI 3.1)'),
        raw: 'application/json',
        run: ({ caller, reply }) => sendShared(reply, write(caller.locale)),
      }),
    },
  };
}
