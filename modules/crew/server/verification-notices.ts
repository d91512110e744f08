import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { notice } from '#modules/message/contract/notice.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hook/hooks.ts';
import { crewReturned } from '../contract/message-templates.ts';

type NoticeContext = Pick<WriteContext, 'engine' | 'tx' | 'resource' | 'note' | 'afterStore' | 'cascadeChange'> & {
  readonly before: { readonly id: number };
};

/** Tells those who entered a record why it was not verified or a correction was refused. `title`: what names the record. */
export function returnedNotification<N extends string>({ label }: AnyResource, title: N) {
  const what = text(label['zh-cn'], label.en.toLowerCase().replace(/s$/, ''));
  return { template: crewReturned, values: { what, title } } as const;
}

/** Marks a row's open to-do messages as read for everybody, after its decision. */
export async function closeTodoNotices({ before, resource, cascadeChange }: NoticeContext): Promise<void> {
  const openTasks = sql`t.resource = ${resource.name} and t.row_id = ${before.id} and t.read_at is null and t.kind = 'todo'`;
  await cascadeChange(notice, openTasks, { read_at: sql`now()` }, { action: 'read' });
}
