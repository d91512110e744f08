import type { AnyResource } from '#kernel/declaration/resource.ts';
import { joinSentences, type Text } from '#kernel/text/text.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Action, Call } from '#server/http/controller.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { badParameter, Refused } from '#server/refusal.ts';

/** Maximum number of rows per call: the longest page of a list. */
const most = 100;

/** Why an action could not be performed on a row. */
export interface FailedRow {
  readonly id: number;
  readonly title: string;
  readonly msg: string;
}

/**
 * The refusal of an action on all rows because some of them do not allow it. `data.failed` has the reason for each of
 * these.
 */
export const refuseAllForFailedRows = (message: Text, failed: readonly FailedRow[]): Refused =>
  new Refused(message, {
    values: {
      n: failed.length,
      why: joinSentences(failed.slice(0, 3).map(({ title, msg }) => `${title}（${msg.replace(/[。.]$/, '')}）`)),
    },
    data: { reason: 'conflict', failed },
  });

/**
 * `POST <act> {ids}`: a declared action on many rows, for holders of its node. `title` is its name in the operation
 * log.
 */
export const allOrNoneBatchAction = (
  resource: AnyResource,
  name: string,
  title: Text,
  work: (call: Call, ids: readonly number[]) => Promise<unknown>,
): Action => ({
  gate: 'rule',
  node: `${resource.name}/${name}`,
  methods: ['POST'],
  title,
  async handle(call) {
    const { ids } = call.body;
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > most) throw badParameter();
    await work(call, [...new Set(ids.map(readKey))]);
    return new Answer(null, '');
  },
});
