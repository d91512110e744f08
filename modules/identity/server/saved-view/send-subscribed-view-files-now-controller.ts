import { field } from '#kernel/field/field.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { allOrNoneBatchAction, refuseAllForFailedRows } from '#server/calls/all-or-none-batch-action.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { notFound } from '#server/refusal.ts';
import { type ViewSubscription, viewSubscription } from '../../contract/view-subscription.ts';
import { queueFileOfView, viewFileJob } from './make-and-send-files-of-view-subscriptions.ts';

const texts = {
  title: text('立即发送', 'Send now'),
  failed: text('{n} 个订阅不发送文件，全部未发：{why}', '{n} of these send no files, so none were sent: {why}'),
  entering: text('只告知新记录', 'only notifies of new records'),
};

interface Row extends Pick<ViewSubscription, 'id' | 'name' | 'kind' | 'language'> {
  readonly [column: string]: unknown;
  readonly admin_id: number | null;
  readonly user_id: number | null;
}

/** `POST sendNow {ids}`: makes and sends the files of views at once, all or none. A file that is being made is not made twice. */
export const sendSubscribedViewFilesNowController: Controller = {
  app: 'admin',
  name: controllerNameOf(viewSubscription),
  actions: {
    sendNow: {
      ...allOrNoneBatchAction(viewSubscription, 'sendNow', texts.title, async ({ engine, caller }, ids) => {
        await engine.db.transaction(async (tx) => {
          const rows =
            await tx.rows<Row>(sql`select s.id, s.name, s.kind, s.language, s.admin_id, s.user_id from auth_subscription s
            where s.id = any(${ids}::bigint[]) and s.admin_id = ${caller.id} order by s.id for update`);
          if (rows.length < ids.length) throw notFound();
          const failed = rows
            .filter(({ kind }) => kind !== 'regular')
            .map(({ id, name }) => ({ id, title: name, msg: texts.entering[caller.locale] }));
          if (failed.length > 0) throw refuseAllForFailedRows(texts.failed, failed);
          // read after the rows are locked, so that of two calls at once the second finds the jobs of the first
          const unfinished = await tx.rows<{ id: number }>(sql`
            select (j.params ->> 'subscription')::bigint as id from job j
            where j.status in ('waiting', 'running') and j.kind = ${viewFileJob} and j.admin_id = ${caller.id}`);
          const isBeingMade = new Set(unfinished.map(({ id }) => id));
          for (const one of rows) if (!isBeingMade.has(one.id)) await queueFileOfView(tx, one);
        });
      }),
      described: {
        summary: text('立即生成并发送视图的文件：全部或不发', 'Make and send the files of views now, all or none'),
        body: { ids: field.references(text('编号', 'IDs'), { to: viewSubscription.name, required: true }) },
        data: nothing,
      },
    },
  },
};
