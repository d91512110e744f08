import type { AnyResource } from '#kernel/declaration/resource.ts';
import { joinSentences, type Text } from '#kernel/text/text.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Action, Call } from '#server/http/controller.ts';
import { readKey } from '#server/read/row/row.ts';
import { badParameter, Refused } from '#server/refusal.ts';

/** Rows at once: a page of a list at its longest. */
const most = 100;

/** Why something could not be done with one of the rows. */
export interface Failed {
  readonly id: number;
  readonly title: string;
  readonly msg: string;
}

/** Refuses what cannot be done with some of the rows: it is done with none, and `data.failed` says why of each. */
export const refuseRows = (message: Text, failed: readonly Failed[]): Refused =>
  new Refused(message, {
    values: {
      n: failed.length,
      why: joinSentences(failed.slice(0, 3).map(({ title, msg }) => `${title}（${msg.replace(/[。.]$/, '')}）`)),
    },
    data: { reason: 'conflict', failed },
  });

/** `POST <act> {ids}`: a declared act, by whoever holds its node; `title` stands in the operation log. */
export const runBatchAction = (
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
