import { notice } from '#modules/message/contract/notice.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hook/hooks.ts';
import { notifyHolders } from '#server/write/statement/inbox-message.ts';
import { crewReturned } from '../contract/message-templates.ts';

type NoticeContext = Pick<WriteContext, 'engine' | 'tx' | 'resource' | 'note' | 'afterStore' | 'cascadeChange'> & {
  readonly before: { readonly id: number };
};

/** Notifies those who entered a record why it was not verified or a correction was refused. */
export function notifyVerificationRefused(
  context: NoticeContext & { readonly input: { readonly reason: string } },
  title: string,
): void {
  const { before, engine, tx, resource, input } = context;
  context.note(input.reason);
  const { label } = resource;
  const values = { what: label['zh-cn'], title, reason: input.reason };
  const english = { what: label.en.toLowerCase().replace(/s$/, '') };
  context.afterStore(() => notifyHolders(engine, tx, resource, crewReturned, [{ row: before.id, values, english }]));
}

/** Marks a row's open to-do messages as read for everybody, after its decision. */
export async function closeTodoNotices({ before, resource, cascadeChange }: NoticeContext): Promise<void> {
  const openTasks = sql`t.resource = ${resource.name} and t.row_id = ${before.id} and t.read_at is null and t.kind = 'todo'`;
  await cascadeChange(notice, openTasks, { read_at: sql`now()` }, { action: 'read' });
}
