import { field } from '#kernel/field/field.ts';
import type { AnyTimeSeries, Reading } from '#kernel/module/time-series.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { bodyTextOfSignedRequest } from '#server/http/connection/parse-json-bodies.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, list, object } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import {
  type PushingSource,
  splitSignedUrl,
  verifySignature,
} from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import {
  maxPushedReadings,
  type PushAnswer,
  pushReadings,
  sourceCaller,
} from '#server/time-series/store-pushed-readings.ts';
import { pushingResourceOf } from '#server/time-series/validate-time-series-declarations-and-find-resources.ts';

const tooMany = new Refused(text('rows 须为 1 至 1000 行的数组', 'rows must be an array of 1 to 1,000 rows'), {
  data: { reason: 'parameter' },
});

/** Calls of one source in a minute. */
const perMinute = 600;

const header = ({ request }: Call, name: string): string => {
  const sent = request.headers[name];
  return typeof sent === 'string' ? sent : '';
};

type Row = Readonly<Record<string, unknown>>;
const isRow = (one: unknown): one is Row => typeof one === 'object' && one !== null && !Array.isArray(one);
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** Non-numbers become NaN, which is refused at its row. A source that names no part is named by its key. */
const readingOf = (sent: unknown, { id, only }: PushingSource): Reading => {
  const row: Row = isRow(sent) ? sent : {};
  // a row that the source does not report is as unknown to it as one of another area
  const of = only === null || row.of === only ? numberOf(row.of) : Number.NaN;
  const at = numberOf(row.at);
  // most rows are readings as they were sent: a batch of copies is what the collector of garbage would have to move
  if (of === row.of && at === row.at && row.source !== null) return row as unknown as Reading;
  return { ...row, of, at, source: (row.source ?? String(id)) as string };
};

/** `POST /api/<module>.<series>/push {rows}`, signed by a source with its secret. */
export function receivePushedReadingsController(engine: Engine, one: AnyTimeSeries): Controller | undefined {
  const { pushed } = one;
  if (!pushed) return undefined;
  const sources = pushingResourceOf(one, engine.find);
  return {
    app: 'api',
    name: controllerNameOf(one),
    actions: {
      push: call({
        gate: 'none',
        methods: ['POST'],
        silent: true,
        secret: true,
        limit: { perMinute },
        summary: text(`${one.label['zh-cn']}：批量上报读数`, `${one.label.en}: push readings in bulk`),
        description: text(
          '请求头 X-App-Key、X-Timestamp（秒，±300）、X-Nonce（只用一次）、X-Sign。X-Sign 为以密钥对下列各行（以换行相连）计算的 HMAC-SHA256（十六进制）：方法、路径、排序后的查询串、正文的 SHA-256、时间戳、随机数。',
          'Headers X-App-Key, X-Timestamp (seconds, ±300), X-Nonce (used once), X-Sign. X-Sign is the HMAC-SHA256 in hexadecimal, with the secret, of these lines joined by line feeds: method, path, sorted query, SHA-256 of the body, timestamp, nonce.',
        ),
        inputFrom: 'body',
        checkedInRun: {
          rows: field.text(
            text(
              '1 至 1000 行：of（所属记录编号）、at（秒）、source（可不填）和各项数值',
              '1 to 1,000 rows: of (ID of the record), at (seconds), source (optional), and the values',
            ),
            { required: true },
          ),
        },
        answer: object({
          stored: integer,
          known: integer,
          late: integer,
          suspect: integer,
          refused: integer,
          rows: list(object({ result: enumOf('stored', 'known', 'late', 'suspect', 'refused') })),
        }),
        async run(made): Promise<PushAnswer> {
          const source = await verifySignature(engine, sources, pushed, {
            method: made.method,
            ...splitSignedUrl(made.request.url),
            body: bodyTextOfSignedRequest(made.request),
            appKey: header(made, 'x-app-key'),
            timestamp: header(made, 'x-timestamp'),
            nonce: header(made, 'x-nonce'),
            sign: header(made, 'x-sign'),
          });
          const { rows } = made.body;
          if (!Array.isArray(rows) || rows.length === 0 || rows.length > maxPushedReadings) throw tooMany;
          const { locale, ip, userAgent, requestId } = made.caller;
          const caller = sourceCaller(source, { locale, ip, userAgent, requestId });
          const readings = rows.map((row) => readingOf(row, source));
          return pushReadings(engine, one, caller, readings, { source: String(source.id) });
        },
      }),
    },
  };
}
