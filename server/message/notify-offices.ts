import type { MessageTemplate } from '#kernel/message/message-template.ts';
import { adminRightsColumns } from '#server/auth/caller-rights-columns.ts';
import { type Caller, system } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { inboxMessagesTo } from '../write/statement/inbox-message.ts';

/** Officers with the same rights in the same areas, who therefore see the same rows. */
export interface Office {
  readonly caller: Caller;
  readonly ids: readonly number[];
}

/** All offices. Super administrators belong to none: they see everything, and no task is theirs. */
export async function readOffices(db: Queryable): Promise<Office[]> {
  const rows = await db.rows<{
    ids: number[];
    area_code: string;
    absorbed: string[];
    super: boolean;
    nodes: string[];
    departments: number[];
  }>(sql`select a.ids, ${adminRightsColumns} from (
    select array_agg(id order by id) as ids, area_code, group_arr, department_id from auth_admin where status = '1' group by 2, 3, 4) a order by a.ids`);
  return rows
    .filter((one) => !one.super)
    .map(({ ids, area_code, absorbed, nodes, departments }) => ({
      ids,
      caller: {
        ...system({ id: ids[0] ?? 0 }),
        type: 'admin',
        nodes: new Set(nodes),
        grantKey: `office ${nodes.join(',')}`,
        areaCode: area_code,
        absorbed,
        departments,
      },
    }));
}

/** A message about several rows, with the path of the list of exactly these below `/admin` or `/user`. */
interface Grouped<P extends string> {
  readonly values: Readonly<Record<P, string>>;
  readonly english?: Readonly<Partial<Record<P, string>>>;
  readonly opens: string;
  /** Key of a message that each person gets only once. */
  readonly once?: string;
}

/** Puts the message into the inboxes of an office or of members. */
export async function notifyInboxes<P extends string>(
  engine: Pick<Engine, 'messages' | 'find'>,
  db: Queryable,
  template: MessageTemplate<P>,
  { type, ids }: { readonly type: 'admin' | 'member'; readonly ids: readonly number[] },
  message: Grouped<NoInfer<P>>,
): Promise<void> {
  const whose =
    type === 'admin' ? sql`id as admin_id, null::bigint as user_id` : sql`null::bigint as admin_id, id as user_id`;
  await db.query(
    inboxMessagesTo(
      engine,
      template,
      message,
      sql`select ${whose}, null::text as resource, null::bigint as row_id, null::text as row_title from unnest(${ids}::bigint[]) id`,
    ),
  );
}
