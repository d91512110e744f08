import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { queueMessages } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';

/** How many officers get a text message about one matter; the county before its prefecture. */
const mostTexted = 20;

/** The row that a text message is about. */
interface SubjectOfTextMessage {
  /** Name of the resource. */
  readonly resource: string;
  readonly id: number;
  readonly title: string;
  readonly area_code: string;
}

/**
 * Sends a text message in Chinese to those of some officers who have a mobile number. `officers` are keys of their accounts;
 * under the key `once` each gets it once.
 */
export async function sendTextMessageToOfficers<P extends string>(
  engine: Engine,
  db: Queryable,
  {
    template,
    values,
    once,
  }: {
    readonly template: MessageTemplate<P>;
    readonly values: Readonly<Record<P, string | Text>>;
    readonly once: string;
  },
  { about, officers }: { readonly about: SubjectOfTextMessage; readonly officers: readonly number[] },
): Promise<void> {
  const phones = await db.rows<{ mobile: string }>(sql`
    select a.mobile from auth_admin a where a.id = any(${[...officers]}::bigint[]) and a.mobile is not null
    order by length(regexp_replace(coalesce(a.area_code, ''), '(00){1,2}$', '')) desc, a.id limit ${mostTexted}`);
  const { resource, id, title, area_code } = about;
  await queueMessages(
    engine,
    db,
    template,
    phones.map(({ mobile }) => ({
      values: inChinese(values),
      to: { mobile, areaCode: area_code, resource, rowId: id, rowTitle: title, once: `${once} ${mobile}` },
    })),
  );
}

const inChinese = <P extends string>(values: Readonly<Record<P, string | Text>>): Readonly<Record<P, string>> =>
  Object.fromEntries(
    Object.entries<string | Text>(values).map(([name, one]) => [name, typeof one === 'string' ? one : one['zh-cn']]),
  ) as Record<P, string>;
