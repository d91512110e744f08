import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { bodyTextOfSignedRequest } from '#server/http/connection/parse-json-bodies.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, list, object } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import {
  splitSignedUrl,
  verifySignature,
} from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import { opinionSource } from '../../contract/opinion-source.ts';
import { opinionLimits } from '../../contract/opinion-source-item-and-lexicon-options.ts';
import { parsePublicationTime } from './parse-rss-or-atom-feed.ts';
import {
  type OnItemsStored,
  type ReceivedBatch,
  type ReceivingSource,
  storeReceivedPosts,
} from './store-received-posts.ts';
import type { IncomingItem } from './validate-and-mask-incoming-post.ts';

const wrongRows = new Refused(text('rows 须为 1 至 1000 行的数组', 'rows must be an array of 1 to 1,000 rows'), {
  data: { reason: 'parameter' },
});
const notPushing = new Refused(text('该来源不是接口推送', 'This source does not push'), {
  data: { reason: 'forbidden' },
});

/** Calls of one source in a minute. */
const perMinute = 120;

const header = ({ request }: Call, name: string): string => {
  const sent = request.headers[name];
  return typeof sent === 'string' ? sent : '';
};
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const countOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A row as it was sent; what is missing or of the wrong type is empty, and refused where it is needed. */
export function readPushedRow(sent: unknown): IncomingItem {
  const row: Readonly<Record<string, unknown>> =
    typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as Record<string, unknown>) : {};
  const { publish_at: published } = row;
  return {
    url: textOf(row.url),
    title: textOf(row.title),
    content: textOf(row.content),
    author: textOf(row.author),
    author_fans: countOf(row.author_fans),
    published: textOf(published),
    at: typeof published === 'number' ? published * 1000 : parsePublicationTime(textOf(published)),
    reads: countOf(row.reads),
    comments: countOf(row.comments),
    shares: countOf(row.shares),
  };
}

/** `POST /api/opinion.item/push {rows}`, signed by a source with its secret, as pushed readings are. */
export const receiveSignedPostsController = (engine: Engine, onStored?: OnItemsStored): Controller => ({
  app: 'api',
  name: 'opinion.item',
  actions: {
    push: call({
      gate: 'none',
      methods: ['POST'],
      silent: true,
      secret: true,
      limit: { perMinute },
      summary: text('舆情信息：批量推送', 'Posts and reports: push in bulk'),
      description: text(
        '签名与读数上报相同：X-App-Key、X-Timestamp、X-Nonce、X-Sign。同一链接再次推送时只更新阅读、评论和转发数。',
        'Signed like pushed readings: X-App-Key, X-Timestamp, X-Nonce, X-Sign. A link that is pushed again only updates its reads, comments and shares.',
      ),
      inputFrom: 'body',
      checkedInRun: {
        rows: field.text(
          text(
            '1 至 1000 行：url、title、content、author、author_fans、publish_at（秒或 ISO 8601）、reads、comments、shares',
            '1 to 1,000 rows: url, title, content, author, author_fans, publish_at (seconds or ISO 8601), reads, comments, shares',
          ),
          { required: true },
        ),
      },
      answer: object({
        stored: integer,
        repeated: integer,
        refused: integer,
        rows: list(object({ result: enumOf('stored', 'repeated', 'refused') })),
      }),
      async run(made): Promise<ReceivedBatch> {
        const { id } = await verifySignature(
          engine,
          opinionSource,
          { enabled: 'open' },
          {
            method: made.method,
            ...splitSignedUrl(made.request.url),
            body: bodyTextOfSignedRequest(made.request),
            appKey: header(made, 'x-app-key'),
            timestamp: header(made, 'x-timestamp'),
            nonce: header(made, 'x-nonce'),
            sign: header(made, 'x-sign'),
          },
        );
        const { rows } = made.body;
        if (!Array.isArray(rows) || rows.length === 0 || rows.length > opinionLimits.pushed) throw wrongRows;
        const source = await engine.db.row<ReceivingSource & Record<string, unknown>>(
          sql`select id, platform, area_code from opinion_source where id = ${id} and adapter = 'push'`,
        );
        if (!source) throw notPushing;
        return storeReceivedPosts(engine, source, rows.map(readPushedRow), onStored);
      },
    }),
  },
});
