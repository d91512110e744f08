import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { RouteServices } from '#server/platform/server-module-declaration.ts';
import { interfaceErrors } from '../../contract/error-codes-of-signed-calls.ts';
import {
  answerOpenCall,
  type OpenAnswer,
  sendOpenRefusal,
  type WriteRefusal,
} from '../open-data/answer-unsigned-call-within-rate-limit.ts';
import { convertThrownErrorToRefusal } from '../refusal/convert-thrown-error-to-refusal.ts';
import { InterfaceRefusal } from '../refusal/refusal-with-http-status-and-code.ts';
import {
  describeRefusedParameters,
  type FileComplaint,
  fileServiceRequest,
  listAttributes,
} from './file-open311-request-as-complaint.ts';
import { type GeoReportObject, geoReportXml } from './geo-report-xml.ts';
import {
  inspectionService,
  listServices,
  readServiceRequests,
} from './read-complaints-and-inspections-as-open311-requests.ts';

const base = '/open311/v2';

interface GeoReportAnswer {
  /** Elements of the answer in XML. */
  readonly root: string;
  readonly item: string;
  readonly answer: readonly GeoReportObject[] | GeoReportObject;
}

const write = (format: string, { root, item, answer }: GeoReportAnswer): OpenAnswer =>
  format === 'xml'
    ? { type: 'text/xml; charset=utf-8', body: geoReportXml(root, item, answer) }
    : { type: 'application/json; charset=utf-8', body: JSON.stringify(answer) };

/** Splits `requests.json` into its name and format. */
function nameAndFormat(last: string): [name: string, format: 'json' | 'xml'] {
  const [, name = '', format] = /^(.+)\.(json|xml)$/.exec(last) ?? [];
  if (format !== 'json' && format !== 'xml') throw new InterfaceRefusal('not_found');
  return [name, format];
}

const discovery = (engine: Engine, locale: Locale): GeoReportAnswer => {
  const { name, name_en, hotline, address } = engine.settings(siteSettings);
  const endpoint = {
    specification: 'http://wiki.open311.org/GeoReport_v2',
    url: `${address ?? ''}${base}`,
    changeset: '2026-11-30T00:00:00Z',
    type: 'production',
    formats: 'application/json, text/xml',
  };
  return {
    root: 'discovery',
    item: 'discovery',
    answer: {
      changeset: endpoint.changeset,
      contact: [locale === 'en' ? name_en : name, hotline].filter(Boolean).join(' '),
      key_service: `${address ?? ''}/api/complaint.open/verify`,
      endpoints: [endpoint],
    },
  };
};

type Params = Readonly<Record<string, unknown>>;

async function answerCollection(
  engine: Engine,
  name: string,
  params: Params,
  locale: Locale,
): Promise<GeoReportAnswer> {
  if (name === 'discovery') return discovery(engine, locale);
  if (name === 'services') return { root: 'services', item: 'service', answer: listServices(locale) };
  if (name === 'requests')
    return { root: 'service_requests', item: 'request', answer: await readServiceRequests(engine, params, locale) };
  throw new InterfaceRefusal('not_found');
}

async function answerOne(engine: Engine, collection: string, name: string, locale: Locale): Promise<GeoReportAnswer> {
  if (collection === 'services') {
    const service = listServices(locale).find(({ service_code }) => service_code === name);
    if (!service) throw new InterfaceRefusal('not_found');
    return {
      root: 'service_definition',
      item: 'attribute',
      answer: { service_code: name, attributes: name === inspectionService ? [] : listAttributes(locale) },
    };
  }
  if (collection === 'tokens') {
    // a complaint has its number at once, which is its token too; until it is public it is answered like one that nobody filed
    const [found] = await readServiceRequests(engine, { service_request_id: name }, locale);
    const id = found?.service_request_id ?? null;
    return { root: 'service_requests', item: 'request', answer: [{ token: name, service_request_id: id }] };
  }
  if (collection !== 'requests') throw new InterfaceRefusal('not_found');
  const found = await readServiceRequests(engine, { service_request_id: name }, locale);
  if (found.length === 0) throw new InterfaceRefusal('not_found');
  return { root: 'service_requests', item: 'request', answer: found };
}

const refuse: WriteRefusal = (refusal, locale, request) => {
  const { status } = interfaceErrors[refusal.code];
  const { last = '' } = request.params as { readonly last?: string };
  const answered = [
    { code: status, description: describeRefusedParameters(refusal.errors) ?? refusal.messageIn(locale) },
  ];
  const format = last.endsWith('.xml') ? 'xml' : 'json';
  return { status, ...write(format, { root: 'errors', item: 'error', answer: answered }) };
};

/** Filings are counted together with those of the open page, by its call: so many in a minute of one ticket. */
const filingLimit = { name: 'api/complaint.open/file', perMinute: 10, per: ['ticket'] } as const;

/** Bytes of a posted request: its text has some thousand characters. */
const maxBody = 64 * 1024;

/**
 * Complaints for everybody by Open311 GeoReport v2, in JSON and XML: `/open311/v2/requests.json`. They are filed by a form
 * (`application/x-www-form-urlencoded`), as GeoReport has it.
 */
export function serveOpen311(services: RouteServices, file: FileComplaint): void {
  const { app, engine, inOrder } = services;
  const serve = (
    path: string,
    name: string,
    answer: (request: FastifyRequest, name: string, locale: Locale) => Promise<GeoReportAnswer>,
  ) =>
    app.get(`${base}${path}`, (request: FastifyRequest, reply: FastifyReply) => {
      const { last } = request.params as { readonly last: string };
      return inOrder(() =>
        answerOpenCall(
          services,
          { name },
          request,
          reply,
          async ({ locale }) => {
            const [wanted, format] = nameAndFormat(last);
            return write(format, await answer(request, wanted, locale));
          },
          refuse,
        ),
      );
    });
  app.setErrorHandler<Error>((error, request, reply) =>
    sendOpenRefusal(request, reply, convertThrownErrorToRefusal(error, request), refuse),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBody },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post(`${base}/:last`, (request: FastifyRequest, reply: FastifyReply) =>
    inOrder(() =>
      answerOpenCall(
        services,
        { ...filingLimit, params: { ticket: (request.body as Params | undefined)?.api_key } },
        request,
        reply,
        async (caller) => {
          const [name, format] = nameAndFormat((request.params as { readonly last: string }).last);
          if (name !== 'requests') throw new InterfaceRefusal('not_found');
          const params = (request.body ?? {}) as Params;
          const answer = await fileServiceRequest(file, { engine, caller }, params);
          return write(format, { root: 'service_requests', item: 'request', answer });
        },
        refuse,
      ),
    ),
  );
  serve('/:last', 'open311', (request, name, locale) =>
    answerCollection(engine, name, request.query as Params, locale),
  );
  serve('/:collection/:last', 'open311', (request, name, locale) =>
    answerOne(engine, (request.params as { readonly collection: string }).collection, name, locale),
  );
}
