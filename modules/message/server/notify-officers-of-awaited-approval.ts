import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { approvalStepName } from '#kernel/lifecycle/move-approval-steps.ts';
import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { type Module, resourcesOf } from '#kernel/module/module.ts';
import type { ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { multiStepMoves } from '#server/read/available-actions/approval-steps-available-to-caller.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { on, type SubscriberContext } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';

/** A proposal whose next step is the recipient's. */
export const awaitedApprovalMessage = messageTemplate({
  code: 'proposal_waits',
  inbox: 'todo',
  label: text('待您审批', 'Awaiting your approval'),
  text: text(
    '{by}对{resource}“{title}”{proposed}，下一步：{next}。',
    '{by} started “{proposed}” on {resource} “{title}”; next step: {next}.',
  ),
  places: {
    by: { ...text('提请人', 'Proposer'), sample: '王芳' },
    resource: { ...text('业务', 'Resource'), sample: '企业' },
    title: { ...text('记录', 'Record'), sample: '昆明滇池国际旅行社有限公司' },
    proposed: { ...text('已办步骤', 'Step completed'), sample: '提请吊销' },
    next: { ...text('下一步', 'Next step'), sample: '批准吊销' },
  },
});

interface Waiting {
  [column: string]: unknown;
  move: string;
  next: string;
  by: string;
  step: string;
  title: string;
}

/** Maximum officers notified of one proposal. */
const maxNotified = 500;

/**
 * Notifies the officers who can take the next step of a proposal: they have the right through a group, see the row, and
 * took no part in it. Super administrators find it in their to-do list.
 */
const notifyNextStep =
  (resource: AnyResource) =>
  async ({ row_id }: ReceivedEvent, { engine, tx }: SubscriberContext): Promise<void> => {
    const row = await tx.row<Waiting>(sql`
      select t.approval->>'move' as move, t.approval->>'next' as next, t.approval#>>'{taken,-1,name}' as by, t.approval#>>'{taken,-1,step}' as step,
        t.${sql.id(resource.title)}::text as title
      from ${sql.id(tableOf(resource))} t where t.id = ${row_id} and t.approval->>'from' = t.status`);
    const move = row && moveOf(resource.life, row.move);
    if (!row || !move) return;
    const step = (name: string) => move.steps?.find((one) => one.name === name) ?? move.label;
    const [done, next] = [step(row.step), step(row.next)].map((one) => ('label' in one ? one.label : one));
    if (!done || !next) return;
    const node = `${resource.name}/${approvalStepName(row.move, row.next)}`.toLowerCase();
    const query = { row: row_id, nodes: [node], supers: false, limit: maxNotified };
    const officers = await findOfficersWhoSeeRow(engine, tx, resource, query);
    await tx.query(
      inboxMessagesTo(
        engine,
        awaitedApprovalMessage,
        {
          values: {
            by: row.by,
            title: row.title,
            resource: resource.label['zh-cn'],
            proposed: done['zh-cn'],
            next: next['zh-cn'],
          },
          english: { resource: resource.label.en.toLowerCase(), proposed: done.en, next: next.en },
        },
        sql`select a.id as admin_id, null::bigint as user_id, ${resource.name}::text as resource, t.id as row_id, ${row.title}::text as row_title
          from ${sql.id(tableOf(resource))} t, unnest(${officers.map(({ id }) => id)}::bigint[]) a (id)
          where t.id = ${row_id}
            and (t.approval->>'holder')::bigint is distinct from a.id
            and not t.approval->'taken' @> jsonb_build_array(jsonb_build_object('by', a.id))`,
      ),
    );
  };

/** One subscriber per resource with moves that several officers approve. */
export const awaitedApprovalSubscribers = (modules: readonly Module[]): Readonly<Record<string, Subscriber>> =>
  Object.fromEntries(
    resourcesOf(modules)
      .filter((one) => multiStepMoves(one).length > 0)
      .map((one) => [
        `tell_next_${one.name.replace(/\W/g, '_').toLowerCase()}`,
        on(one, 'moved', { later: notifyNextStep(one) }),
      ]),
  );
