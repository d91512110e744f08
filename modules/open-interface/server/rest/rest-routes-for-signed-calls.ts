import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { packageRoot } from '#data/package-root.ts';
import { normaliseBody } from '#server/http/connection/normalise-request-body-values.ts';
import { bodyTextOfSignedRequest } from '#server/http/connection/parse-json-bodies.ts';
import { localeOfRequest } from '#server/http/dispatch-call-to-controller.ts';
import type { RouteServices } from '#server/platform/server-module-declaration.ts';
import type { Scope } from '../../contract/application-scopes-mask-levels-and-signature-algorithms.ts';
import { downloadableApiClients, pathOfDownloadableApiClients } from '../../contract/downloadable-api-client-files.ts';
import { interfaceErrors } from '../../contract/error-codes-of-signed-calls.ts';
import { convertThrownErrorToRefusal } from '../refusal/convert-thrown-error-to-refusal.ts';
import { refusalOfParameter } from '../refusal/refusal-naming-parameter-and-its-rule.ts';
import { InterfaceRefusal } from '../refusal/refusal-with-http-status-and-code.ts';
import { RequestLog } from '../signing/write-api-request-log-in-batches.ts';
import { addRowForApplication } from './add-row-for-application.ts';
import { applicationAsReader, applicationAsWriter, scopesOf } from './caller-that-application-acts-as.ts';
import { describeApplicationApi } from './openapi-document-for-application.ts';
import { pushReadingsForApplication } from './push-readings-for-application.ts';
import { type ApplicationRead, readPageForApplication, readRowForApplication } from './read-rows-for-application.ts';
import {
  headerOf,
  runSignedCall,
  type SignedAnswer,
  type SignedCall,
  sendRefusal,
} from './verify-run-and-log-signed-call.ts';

/** The path of calls of applications. */
export const restPath = '/open/v1';

interface ResourcePath {
  readonly module: string;
  readonly resource: string;
  readonly id?: string;
}

/** The scope of the application that opens the path for one of the actions. */
function grantedScope({ by, request }: SignedCall, ...actions: Scope['action'][]): Scope {
  const { module, resource: name } = request.params as ResourcePath;
  const path = `${module}/${name}`.toLowerCase();
  const scope = scopesOf(by).find(
    ({ resource, action }) => resource.toLowerCase() === path && actions.includes(action),
  );
  // a resource that does not exist is refused like one that is not granted
  if (!scope) throw new InterfaceRefusal('scope');
  return scope;
}

/** The resource of a scope, as the application reads it. */
function readOf({ engine }: Pick<RouteServices, 'engine'>, { by, device }: SignedCall, scope: Scope): ApplicationRead {
  const resource = engine.find(scope.resource);
  if (!resource) throw new InterfaceRefusal('scope');
  return { engine, resource, caller: applicationAsReader(by, device), by };
}

/** Adds a row, or takes readings, as the scope says. */
async function post(services: RouteServices, call: SignedCall): Promise<SignedAnswer> {
  const { by, device, request } = call;
  const { engine } = services;
  const scope = grantedScope(call, 'add', 'push');
  // what is not JSON is not covered by the signature
  if (bodyTextOfSignedRequest(request) === '') throw refusalOfParameter('Content-Type', 'jsonBody');
  const body = normaliseBody(request.body);
  if (scope.action === 'push') {
    const series = engine.series.find(({ name }) => name === scope.resource);
    if (!series) throw new InterfaceRefusal('scope');
    const push = { engine, series, scope, caller: applicationAsReader(by, device), by };
    return { body: { data: await pushReadingsForApplication(push, body) } };
  }
  const key = headerOf(request, 'idempotency-key');
  const add = { ...readOf(services, call, scope), writer: applicationAsWriter(by, device), files: scope.files };
  return { status: 201, body: { data: await addRowForApplication(add, body, key) } };
}

/** The calls of applications: `GET /open/v1/<module>/<resource>[/<id>]`, `POST` to add or report, the API document, the errors, and clients. */
export function serveRestCallsOfApplications(services: RouteServices): void {
  const { app, engine, inOrder } = services;
  const log = new RequestLog(engine);
  app.addHook('onClose', () => log.stop());
  app.setErrorHandler<Error>((error, request, reply) =>
    sendRefusal(request, reply, convertThrownErrorToRefusal(error, request), localeOfRequest(request)),
  );
  const signed =
    (handle: (call: SignedCall) => Promise<SignedAnswer>) => (request: FastifyRequest, reply: FastifyReply) =>
      inOrder(() => runSignedCall(services, log, request, reply, handle));
  const rows = `${restPath}/:module/:resource`;

  app.get(`${restPath}/errors`, async (request, reply) => {
    const locale = localeOfRequest(request);
    const errors = Object.entries(interfaceErrors).map(([code, { status, ...message }]) => ({
      code,
      status,
      message: message[locale],
    }));
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ errors }));
  });
  for (const name of Object.values(downloadableApiClients))
    app.get(`${pathOfDownloadableApiClients}/${name}`, async (_request, reply) => {
      const client = await readFile(path.join(packageRoot, 'modules', 'open-interface', 'clients', name));
      return reply
        .type('text/plain; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .send(client);
    });
  app.get(
    `${restPath}/openapi.json`,
    signed(async ({ by, device }) => ({
      body: describeApplicationApi(engine, by, applicationAsReader(by, device), device.locale),
    })),
  );
  app.get(
    rows,
    signed(async (call) => {
      const page = await readPageForApplication(
        readOf(services, call, grantedScope(call, 'index')),
        call.request.query as Readonly<Record<string, unknown>>,
      );
      return { body: page.json, rows: page.rows };
    }),
  );
  app.get(
    `${rows}/:id`,
    signed(async (call) => {
      const { id } = call.request.params as ResourcePath;
      const read = readOf(services, call, grantedScope(call, 'index'));
      return { body: { data: await readRowForApplication(read, id) }, rows: 1 };
    }),
  );
  app.post(
    rows,
    signed((call) => post(services, call)),
  );
  // other paths and methods, in the form of every other refusal
  app.all(`${restPath}/*`, (request, reply) => {
    const isServed = /^\/[^/]+\/[^/]+(?:\/[^/]+)?$/.test(`/${(request.params as { readonly '*': string })['*']}`);
    return sendRefusal(
      request,
      reply,
      new InterfaceRefusal(isServed ? 'method' : 'not_found'),
      localeOfRequest(request),
    );
  });
}
