import type { FastifyReply, FastifyRequest } from 'fastify';
import { normaliseBody } from '#server/http/connection/normalise-request-body-values.ts';
import { bodyTextOfSignedRequest } from '#server/http/connection/parse-json-bodies.ts';
import { localeOfRequest } from '#server/http/dispatch-call-to-controller.ts';
import type { RouteServices } from '#server/platform/server-module-declaration.ts';
import { interfaceErrors } from '../../contract/error-codes-of-signed-calls.ts';
import { convertThrownErrorToRefusal } from '../refusal/convert-thrown-error-to-refusal.ts';
import { InterfaceRefusal } from '../refusal/refusal-with-http-status-and-code.ts';
import { RequestLog } from '../signing/write-api-request-log-in-batches.ts';
import { addRowForApplication } from './add-row-for-application.ts';
import { applicationAsReader, applicationAsWriter, scopesOf } from './caller-that-application-acts-as.ts';
import { describeApplicationApi } from './openapi-document-for-application.ts';
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

/** The resource of a path, if a scope of the application opens it for the action. */
function grantedRead(
  { engine }: Pick<RouteServices, 'engine'>,
  { by, request, device }: SignedCall,
  action: 'index' | 'add',
): ApplicationRead {
  const { module, resource: name } = request.params as ResourcePath;
  const resource = engine.find(`${module}/${name}`);
  const isGranted = scopesOf(by).some((scope) => scope.resource === resource?.name && scope.action === action);
  // a resource that does not exist is refused like one that is not granted
  if (!resource || !isGranted) throw new InterfaceRefusal('scope');
  return { engine, resource, caller: applicationAsReader(by, device), by };
}

/** The calls of applications: `GET /open/v1/<module>/<resource>[/<id>]`, `POST` to add, the API document and the errors. */
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
        grantedRead(services, call, 'index'),
        call.request.query as Readonly<Record<string, unknown>>,
      );
      return { body: page.json, rows: page.rows };
    }),
  );
  app.get(
    `${rows}/:id`,
    signed(async (call) => {
      const { id } = call.request.params as ResourcePath;
      return { body: { data: await readRowForApplication(grantedRead(services, call, 'index'), id) }, rows: 1 };
    }),
  );
  app.post(
    rows,
    signed(async (call) => {
      const read = grantedRead(services, call, 'add');
      // what is not JSON is not covered by the signature
      if (bodyTextOfSignedRequest(call.request) === '')
        throw new InterfaceRefusal('parameter', { detail: 'application/json' });
      const writer = applicationAsWriter(call.by, call.device);
      const key = headerOf(call.request, 'idempotency-key');
      const data = await addRowForApplication(read, writer, normaliseBody(call.request.body), key);
      return { status: 201, body: { data } };
    }),
  );
}
