import { text } from '#kernel/text/text.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, object } from '#server/open-api/json-schema-shorthands.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { complaint } from '../contract/complaint.ts';
import {
  type ComplaintQueue,
  type ComplaintQueueCounts,
  type ComplaintQueueName,
  complaintQueues,
} from '../contract/complaint-queues-by-whose-turn-it-is.ts';

const queues = Object.entries(complaintQueues) as [ComplaintQueueName, ComplaintQueue][];

/** `GET queues`: the number of complaints in each queue, all in one statement; each equals the total of its list. */
const countQueues = call({
  gate: 'rule',
  node: `${complaint.name}/index`,
  summary: text('投诉按轮到谁的件数', 'Complaints by whose turn it is'),
  input: {},
  answer: object(
    Object.fromEntries(queues.map(([name]) => [name, integer])) as Record<ComplaintQueueName, typeof integer>,
  ),
  async run({ engine, caller }): Promise<ComplaintQueueCounts> {
    const count = ([name, { conditions, handledByMe }]: (typeof queues)[number]): Sql => {
      const search = conditions.map(({ field, operator, value }) => ({ field, operator, val: value }));
      const query = readListQuery(complaint, { search, ...(handledByMe ? { handler: 'me' } : {}) });
      return sql`(select count(*)::int from complaint t where ${whereOfList(engine, complaint, caller, query)}) as ${sql.id(name)}`;
    };
    const row = await engine.db.row<{ readonly [column: string]: unknown } & ComplaintQueueCounts>(
      sql`select ${sql.join(queues.map(count))}`,
    );
    return Object.fromEntries(queues.map(([name]) => [name, row?.[name] ?? 0])) as ComplaintQueueCounts;
  },
});

export const complaintQueueCountsController: Controller = {
  app: 'admin',
  name: 'complaint.complaint',
  actions: { queues: countQueues },
};
