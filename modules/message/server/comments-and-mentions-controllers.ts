import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { canRowsBeCommentedOn, commentEditSeconds } from '#kernel/resource/comment-limits-and-rows-open-to-comments.ts';
import { text } from '#kernel/text/text.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import {
  mayReadResource,
  readRowTitleAndStatusIfVisible,
} from '#server/read/row/read-row-title-and-status-if-visible.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { write } from '#server/write/write-pipeline.ts';
import { comment, maxMentions } from '../contract/comment-on-record.ts';
import { mentionCode } from '../contract/notification-channels.ts';

const texts = {
  added: text('批注已添加', 'Comment added'),
  changed: text('批注已修改', 'Comment edited'),
  withdrawn: text('批注已撤回', 'Comment withdrawn'),
  late: text(
    '批注发出 10 分钟后不能修改，可以撤回',
    'A comment can no longer be edited after 10 minutes, but it can be withdrawn',
  ),
  blind: text('被 @ 的人看不到这条记录', 'A person mentioned cannot see this record'),
};

/** Notification of a mention. The comment itself is only on the record, where its author can withdraw it. */
export const mentionedMessage = messageTemplate({
  code: mentionCode,
  inbox: 'todo',
  label: text('有人 @ 您', 'You were mentioned'),
  text: text('{by}在{resource}“{title}”的批注中提到了您。', '{by} mentioned you in a comment on {resource} “{title}”.'),
  places: {
    by: { ...text('批注人', 'Commenter'), sample: '王芳' },
    resource: { ...text('业务', 'Resource'), sample: '企业' },
    title: { ...text('记录', 'Record'), sample: '昆明滇池国际旅行社有限公司' },
  },
});

const choicesAtOnce = 20;
const resourceName = field.text(text('业务，如 enterprise/enterprise', 'Resource, such as enterprise/enterprise'), {
  required: true,
});

/** The resource a call names. Throws a refusal unless its rows can be commented on. */
function commented({ find }: Engine, name: string): AnyResource {
  const resource = find(name);
  if (!resource || !canRowsBeCommentedOn(resource)) throw badParameter();
  return resource;
}

const contentInput = {
  content: comment.fields.content,
  mentions: field.references(text('被 @ 的管理员', 'Officers mentioned'), { to: 'auth/admin' }),
};

/** Ids of the mentioned officers, without duplicates. */
function withoutDuplicates(mentions: readonly number[] | null): number[] {
  if (mentions && mentions.length > maxMentions) throw badParameter();
  return [...new Set(mentions)];
}

/** Condition: the comment of alias `t` was written by the caller. */
const mine = ({ type, id }: Caller): Sql => (type === 'member' ? sql`t.user_id = ${id}` : sql`t.admin_id = ${id}`);

const nameOf = async (db: Queryable, { type, id, name }: Caller): Promise<string> => {
  const found = await db.row<{ name: string }>(
    type === 'member'
      ? sql`select coalesce(nullif(nickname, ''), username) as name from member where id = ${id}`
      : sql`select coalesce(nullif(nickname, ''), username) as name from auth_admin where id = ${id}`,
  );
  return found?.name ?? name;
};

/**
 * `GET officers`: officers who can be mentioned on a record. {@link callOfficers} checks mentions against the same
 * list.
 */
const officers = call({
  gate: 'login',
  summary: text('可以 @ 的人：看得到这条记录的管理员', 'People who can be mentioned: officers who can see the record'),
  input: { resource: resourceName, id: rowKeyInput(text('记录编号', 'ID of the record')) },
  checkedInRun: { quick_search: field.text(text('姓名或用户名', 'Name')) },
  answer: object({ list: list(object({ id: key, name: string, username: string, department: orNull(string) })) }),
  async run({ engine, caller, query, input: { resource: name, id: row } }) {
    const resource = commented(engine, name);
    await readRowTitleAndStatusIfVisible(engine, engine.db, resource, caller, row);
    const quick = typeof query.quick_search === 'string' ? query.quick_search.slice(0, 50) : '';
    const found = await findOfficersWhoSeeRow(engine, engine.db, resource, { row, quick, limit: choicesAtOnce });
    return { list: found.filter(({ id }) => id !== caller.id) };
  },
});

/**
 * Notifies the mentioned officers, once each however often the comment changes. Refuses officers who cannot see the
 * record.
 */
async function callOfficers(
  engine: Engine,
  db: Queryable,
  caller: Caller,
  about: { resource: AnyResource; row: number; title: string; by: string; comment: number },
  ids: readonly number[],
): Promise<void> {
  const { resource, row, title, by } = about;
  if (ids.length === 0) return;
  if (caller.type !== 'admin') throw badParameter();
  const seeing = await findOfficersWhoSeeRow(engine, db, resource, { row, ids, limit: maxMentions });
  if (seeing.length < ids.length) throw new Refused(texts.blind, { data: { reason: 'invalid' } });
  const called = ids.filter((id) => id !== caller.id);
  await db.query(
    inboxMessagesTo(
      engine,
      mentionedMessage,
      {
        values: { by, resource: resource.label['zh-cn'], title },
        english: { resource: resource.label.en.toLowerCase() },
        once: `comment ${about.comment}`,
      },
      sql`select a.id as admin_id, null::bigint as user_id, ${resource.name}::text as resource, ${row}::bigint as row_id, ${title}::text as row_title
        from unnest(${called}::bigint[]) a (id)`,
    ),
  );
}

const posted = { gate: 'login', methods: ['POST'], silent: true, limit: { perMinute: 60 } } as const;
const stored = object({ id: key });
const ownId = rowKeyInput(text('批注编号', 'ID of the comment'));

/** `POST add`: `resource`, `row`, `content` and `mentions`, the ids of mentioned officers. */
const add = call({
  ...posted,
  summary: text('为一条记录写批注，见于其时间线', 'Comment on a record; shown in its timeline'),
  input: { resource: resourceName, row: rowKeyInput(text('记录编号', 'ID of the record')), ...contentInput },
  answer: stored,
  async run({ engine, caller, input: { resource: name, row, content, ...input } }) {
    const resource = commented(engine, name);
    const mentions = withoutDuplicates(input.mentions);
    const id = await engine.db.transaction(async (tx) => {
      const { title } = await readRowTitleAndStatusIfVisible(engine, tx, resource, caller, row);
      const by = await nameOf(tx, caller);
      const whose = caller.type === 'member' ? { user_id: caller.id } : { admin_id: caller.id };
      const set = { ...whose, author: by, resource: resource.name, row_id: row, row_title: title };
      const order = { operation: 'add', input: { content }, set, unread: true } as const;
      const written = await write(engine, comment, onBehalfOf(caller), order, tx);
      await callOfficers(engine, tx, caller, { resource, row, title, by, comment: written.id }, mentions);
      return written.id;
    });
    engine.wakeRelay();
    return new Answer({ id }, texts.added[caller.locale]);
  },
});

interface OwnComment {
  readonly [column: string]: unknown;
  readonly resource: string;
  readonly row_id: number;
}

/** The caller's own comment on a record they still see. */
async function readOwn(engine: Engine, db: Queryable, caller: Caller, id: number) {
  const own = await db.row<OwnComment>(
    sql`select t.resource, t.row_id from message_comment t where t.id = ${id} and ${mine(caller)} and t.withdrawn_at is null`,
  );
  const resource = own && engine.find(own.resource);
  if (!resource || !mayReadResource(resource, caller)) throw notFound();
  const { title } = await readRowTitleAndStatusIfVisible(engine, db, resource, caller, own.row_id);
  return { resource, row: own.row_id, title };
}

/** `POST change`: edits the caller's own comment within ten minutes. */
const change = call({
  ...posted,
  summary: text('10 分钟内修改自己的批注', "Edit one's own comment within 10 minutes"),
  input: { id: ownId, ...contentInput },
  answer: stored,
  async run({ engine, caller, input: { id, content, ...input } }) {
    const mentions = withoutDuplicates(input.mentions);
    await engine.db.transaction(async (tx) => {
      const about = await readOwn(engine, tx, caller, id);
      const changed = await changeRows(
        engine,
        comment,
        onBehalfOf(caller),
        {
          where: sql`t.id = ${id} and ${mine(caller)} and t.withdrawn_at is null and t.createtime > now() - make_interval(secs => ${commentEditSeconds})`,
          set: { content, edited_at: sql`now()` },
        },
        tx,
      );
      if (changed.length === 0) throw new Refused(texts.late, { data: { reason: 'bad_transition' } });
      await callOfficers(engine, tx, caller, { ...about, by: await nameOf(tx, caller), comment: id }, mentions);
    });
    return new Answer({ id }, texts.changed[caller.locale]);
  },
});

/**
 * `POST withdraw`: removes the caller's own comment. Within ten minutes the timeline shows no trace of it
 * (`server/history/read-changes-comments-messages-and-reveals-of-record.ts`).
 */
const withdraw = call({
  ...posted,
  summary: text('撤回自己的批注', "Withdraw one's own comment"),
  input: { id: ownId },
  answer: stored,
  async run({ engine, caller, input: { id } }) {
    await readOwn(engine, engine.db, caller, id);
    const changed = await changeRows(engine, comment, onBehalfOf(caller), {
      where: sql`t.id = ${id} and ${mine(caller)} and t.withdrawn_at is null`,
      set: { withdrawn_at: sql`now()` },
      action: 'withdraw',
    });
    if (changed.length === 0) throw notFound();
    return new Answer({ id }, texts.withdrawn[caller.locale]);
  },
});

/** Comment calls for officers and members. Comments are read with the record's timeline. */
export const commentsAndMentionsControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'message.comment',
  actions: { add, change, withdraw, ...(app === 'admin' ? { officers } : {}) },
}));
