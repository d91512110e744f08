import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#server/caller.ts';
import type { RouteServices } from '#server/platform/server-module-declaration.ts';
import { type InterfaceErrorCode, interfaceErrors } from '../../contract/error-codes-of-signed-calls.ts';
import { convertThrownErrorToRefusal } from '../refusal/convert-thrown-error-to-refusal.ts';
import { answerOpenCall, sendOpenRefusal, type WriteRefusal } from './answer-unsigned-call-within-rate-limit.ts';
import { describeDataSet, listDataSets, searchDataSet } from './list-describe-and-search-data-sets.ts';

const type = 'application/json; charset=utf-8';

/** Names of errors in CKAN. */
const typeOfError: Readonly<Partial<Record<InterfaceErrorCode, string>>> = {
  not_found: 'Not Found Error',
  parameter: 'Validation Error',
  scope: 'Authorization Error',
};

const refuse: WriteRefusal = (refusal, locale) => {
  const { status } = interfaceErrors[refusal.code];
  const error = { __type: typeOfError[refusal.code] ?? 'Error', message: refusal.messageIn(locale) };
  return { status, type, body: JSON.stringify({ success: false, error }) };
};

/** The reading calls of CKAN's action API over everything that is published: `/api/3/action/package_list`, `package_show` and `datastore_search`. */
export function serveOpenData(services: RouteServices): void {
  const { app, engine, inOrder } = services;
  const serve = (action: string, answer: (params: Readonly<Record<string, unknown>>, caller: Caller) => unknown) =>
    app.get(`/api/3/action/${action}`, (request: FastifyRequest, reply: FastifyReply) =>
      inOrder(() =>
        answerOpenCall(
          services,
          { name: `ckan ${action}` },
          request,
          reply,
          async (caller) => {
            const result = await answer(request.query as Readonly<Record<string, unknown>>, caller);
            return { type, body: JSON.stringify({ success: true, result }) };
          },
          refuse,
        ),
      ),
    );
  app.setErrorHandler<Error>((error, request, reply) =>
    sendOpenRefusal(request, reply, convertThrownErrorToRefusal(error, request), refuse),
  );
  serve('package_list', () => listDataSets(engine));
  serve('package_show', (params, { locale }) => describeDataSet(engine, params, locale));
  serve('datastore_search', (params, { locale }) => searchDataSet(engine, params, locale));
}
