import { hash } from 'node:crypto';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { parseInstant } from '#kernel/time/shanghai-time.ts';
import { canonicalJson } from '#kernel/wire/canonical-json.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { refusalOfParameter } from '../refusal/refusal-naming-parameter-and-its-rule.ts';
import type { InterfaceRefusal } from '../refusal/refusal-with-http-status-and-code.ts';
import type { GeoReportObject } from './geo-report-xml.ts';

/**
 * Files a complaint of whoever proved their mobile or e-mail address by a ticket; what the module of complaints provides. A
 * repeat under the same `repeatKey` is answered as the first call.
 */
export type FileComplaint = (
  by: { readonly engine: Engine; readonly caller: Caller },
  body: Readonly<Record<string, unknown>>,
  ticket: unknown,
  repeatKey: string,
) => Promise<{ no: string }>;

/** What a request states besides the parameters of GeoReport, as `attribute[respondent]`. */
const attributes = {
  respondent: { ...text('被投诉人', 'Whom the complaint is about'), datatype: 'string', required: true },
  event_at: {
    ...text('事发时间，不填为提交时', 'When it happened; now if left empty'),
    datatype: 'datetime',
    required: false,
  },
} as const satisfies Readonly<Record<string, Text & { datatype: string; required: boolean }>>;

/** The attributes of every service, for `GET services/{code}`. */
export const listAttributes = (locale: Locale): GeoReportObject[] =>
  Object.entries(attributes).map(([code, { datatype, required, ...label }], at) => ({
    variable: true,
    code,
    datatype,
    required,
    datatype_description: '',
    order: at + 1,
    description: label[locale],
    values: [],
  }));

/** The fields of a complaint by the parameters of GeoReport that fill them in, so that refusals name what was sent. */
const parameterOf: Readonly<Record<string, string>> = {
  category: 'service_code',
  facts: 'description',
  event_area: 'address_id',
  event_place: 'lat',
  complainant_name: 'first_name',
  mobile: 'phone',
  respondent_name: 'attribute[respondent]',
  event_at: 'attribute[event_at]',
};

type Params = Readonly<Record<string, unknown>>;

const textOf = (params: Params, name: string): string => {
  const sent = params[name];
  return typeof sent === 'string' ? sent.trim() : '';
};

const isChinese = (name: string) => /^\p{Script=Han}+$/u.test(name);

/** Family names come first and without a blank in Chinese. */
function fullName(params: Params): string {
  const [first, last] = [textOf(params, 'first_name'), textOf(params, 'last_name')];
  return isChinese(first + last) ? last + first : [first, last].filter(Boolean).join(' ');
}

function complaintOf(params: Params): Readonly<Record<string, unknown>> {
  const at = textOf(params, 'attribute[event_at]');
  const moment = at === '' ? Date.now() : parseInstant(at);
  if (moment === undefined) throw refusalOfParameter('attribute[event_at]', 'moment');
  const [lat, lng] = [textOf(params, 'lat'), textOf(params, 'long')].map((one) =>
    one === '' ? undefined : Number(one),
  );
  return {
    category: textOf(params, 'service_code'),
    facts: textOf(params, 'description'),
    event_area: textOf(params, 'address_id'),
    ...(lat === undefined || lng === undefined ? {} : { event_place: { lng, lat } }),
    event_at: Math.floor(moment / 1000),
    complainant_name: fullName(params),
    ...(textOf(params, 'phone') === '' ? {} : { mobile: textOf(params, 'phone') }),
    respondent_name: textOf(params, 'attribute[respondent]'),
    people: 1,
  };
}

/**
 * `POST requests`: files a complaint. `api_key` is the ticket that `/api/complaint.open/verify` answers to whoever proved their mobile
 * or e-mail address; checks and limits are those of the open page. The division of the event is `address_id`. GeoReport has no
 * keys for repeated calls: the same parameters with the same ticket are one request, for as long as the ticket is valid.
 */
export async function fileServiceRequest(
  file: FileComplaint,
  by: { readonly engine: Engine; readonly caller: Caller },
  params: Params,
): Promise<GeoReportObject[]> {
  const repeatKey = `open311:${hash('sha256', canonicalJson(params), 'base64url')}`;
  const { no } = await file(by, complaintOf(params), textOf(params, 'api_key'), repeatKey);
  return [{ service_request_id: no, service_notice: null, account_id: null }];
}

/** The fields of a refusal under the names of GeoReport: `description: …`. */
export const describeRefusedParameters = (errors: InterfaceRefusal['errors']): string | undefined =>
  errors &&
  Object.entries(errors)
    .map(([name, messages]) => `${parameterOf[name] ?? name}: ${messages.join(' ')}`)
    .join('; ');
