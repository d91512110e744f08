import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import type { phraseKinds } from '#modules/library/contract/phrase-for-documents.ts';
import { type Caller, can, onBehalfOf } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, forbidden, notFound, Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type CannedReply, cannedReply } from '../contract/canned-reply-for-lifecycle-move.ts';

const texts = {
  saved: text('已存为常用语', 'Saved as reply template'),
  gone: text('常用语已删除', 'Reply template deleted'),
  full: text('本人的常用语已有 50 条，请先删除不用的', 'You already have 50 reply templates. Delete unused ones first'),
};

const mostOffered = 200;

const mostOwn = 50;

/** The resource and move that a reply is for. */
export function parseResourceAndLifecycleMove(
  { find }: Pick<Engine, 'find'>,
  written: unknown,
): { resource: AnyResource; move: string } | undefined {
  const [, name = '', move = ''] = (typeof written === 'string' && /^([\w/]+)\.(\w+)$/.exec(written)) || [];
  const resource = find(name);
  return resource && moveOf(resource.life, move) ? { resource, move } : undefined;
}

/** Phrases of the library offered with one move. */
const mostPhrases = 50;

/** Uses of phrases that suit the moves of a module, or a move of it. */
const phraseKindsByModuleOrMove: Readonly<Record<string, readonly (keyof typeof phraseKinds.initial)[]>> = {
  // what the complainant is written, not the grounds of an office
  ...Object.fromEntries(
    ['reject', 'needMaterial', 'terminate', 'close', 'revisit'].map((move) => [
      `complaint/complaint.${move}`,
      ['complaint_answer'],
    ]),
  ),
  // what is written on site, not what is decided at a desk
  'enforcement/check.record': ['check_record'],
  'enforcement/check.submit': ['check_record'],
  'enforcement/check.refuse': ['check_record'],
  'enforcement/checkAnswer.answer': ['check_record'],
  reform: ['correction'],
};

/** Whether a move decides on what waits for an office: a review opinion suits it. */
function isReview(resource: AnyResource, name: string): boolean {
  const move = moveOf(resource.life, name);
  const states = resource.life?.states ?? {};
  return move?.steps !== undefined || (move?.from.some((one) => states[one]?.officeLevel !== undefined) ?? false);
}

const phraseKindsOf = (resource: AnyResource, name: string): string[] => [
  ...(phraseKindsByModuleOrMove[`${resource.name}.${name}`] ??
    phraseKindsByModuleOrMove[resource.name.split('/')[0] ?? ''] ??
    []),
  ...(isReview(resource, name) ? ['opinion'] : []),
];

/** Condition: the reply of alias `t` is offered to an officer: their own, and the bureau's in their area. */
const offeredTo = ({ id, areaCode }: Caller): Sql =>
  sql`(t.admin_id = ${id} or (t.admin_id is null and (t.area_code is null or starts_with(${areaCode}::text, regexp_replace(t.area_code, '(00){1,2}$', '')))))`;

/** Whether an officer may make a move or one of its steps. */
function mayMake(caller: Caller, { resource, move }: { resource: AnyResource; move: string }): boolean {
  const nodes = moveOf(resource.life, move)?.steps?.map(({ name }) => `${move}:${name}`) ?? [move];
  return nodes.some((node) => can(caller, `${resource.name}/${node}`));
}

const moveInput = field.text(
  text('业务与步骤，如 enterprise/enterprise.return', 'Resource and step, e.g. enterprise/enterprise.return'),
  { required: true },
);

/** The move a call names, checked and permitted. */
function readMove({ engine, caller }: Call, written: string) {
  const meant = parseResourceAndLifecycleMove(engine, written);
  if (!meant) throw badParameter();
  if (!mayMake(caller, meant)) throw forbidden();
  return { ...meant, name: `${meant.resource.name}.${meant.move}` };
}

/** `GET offered`: the replies for a move, the most used first. */
const offered = call({
  gate: 'login',
  summary: text('办理某一步骤时可用的常用语，常用的在前', 'Reply templates available for a step, most used first'),
  input: { move: moveInput },
  answer: object({
    list: list(object({ id: key, label: string, content: string, mine: boolean })),
    phrases: list(object({ id: key, label: string, content: string })),
  }),
  async run(made) {
    const { engine, caller } = made;
    const { resource, move, name } = readMove(made, made.input.move);
    const content = caller.locale === 'en' ? sql`coalesce(nullif(t.content_en, ''), t.content)` : sql`t.content`;
    const label = caller.locale === 'en' ? sql`coalesce(nullif(t.label_en, ''), t.label)` : sql`t.label`;
    return {
      list: await engine.db.rows<{ id: number; label: string; content: string; mine: boolean }>(sql`
        select t.id, ${label} as label, ${content} as content, t.admin_id is not null as mine
        from message_reply t left join message_reply_use u on u.reply_id = t.id
        where t.move = ${name} and ${offeredTo(caller)} order by coalesce(u.uses, 0) desc, t.id limit ${mostOffered}`),
      phrases: await engine.db.rows<{ id: number; label: string; content: string }>(sql`
        select p.id, p.title as label, p.content from library_phrase p
        where p.status = 'published' and p.kind = any(${phraseKindsOf(resource, move)}::text[])
          and starts_with(${caller.areaCode}::text, regexp_replace(p.area_code, '(00){1,2}$', ''))
        order by p.kind = 'opinion', p.id desc limit ${mostPhrases}`),
    };
  },
});

const posted = { gate: 'login', methods: ['POST'], silent: true, limit: { perMinute: 60 } } as const;

const replyId = rowKeyInput(text('常用语编号', 'ID of the template'));

/** `POST used`: counts one use of a reply. */
const used = call({
  ...posted,
  summary: text('记一次使用', 'Count one use'),
  input: { id: replyId },
  answer: nothing,
  async run({ engine, caller, input: { id } }) {
    await engine.db.query(sql`insert into message_reply_use (reply_id)
      select t.id from message_reply t where t.id = ${id} and ${offeredTo(caller)}
      on conflict (reply_id) do update set uses = message_reply_use.uses + 1`);
    return null;
  },
});

/** `POST keep`: stores what the caller just wrote as a personal reply. */
const keep = call({
  ...posted,
  summary: text('把写下的话存为本人的常用语', "Save text as one's own reply template"),
  input: {
    move: moveInput,
    content: cannedReply.fields.content,
    label: field.text(text('简称', 'Short name'), { max: 20 }),
  },
  answer: object({ id: key }),
  async run(made) {
    const { engine, caller, input } = made;
    const { name: move } = readMove(made, input.move);
    const id = await engine.db.transaction(async (tx) => {
      // serialised per officer, so that the limit holds when two are stored at once
      await tx.query(sql`select pg_advisory_xact_lock(hashtext('message_reply'), ${caller.id}::int)`);
      const own = await tx.row<{ n: number }>(
        sql`select count(*)::int as n from message_reply where admin_id = ${caller.id}`,
      );
      if ((own?.n ?? 0) >= mostOwn) throw new Refused(texts.full, { data: { reason: 'invalid' } });
      // only the bureau's replies have placeholders: what an officer typed is stored literally
      const written = { move, label: input.label ?? [...input.content].slice(0, 12).join(''), content: input.content };
      const order = { operation: 'add', input: written, set: { admin_id: caller.id }, unread: true } as const;
      return (await write(engine, cannedReply, onBehalfOf(caller), order, tx)).id;
    });
    engine.wakeRelay();
    return new Answer({ id }, texts.saved[caller.locale]);
  },
});

/** `POST forget`: deletes a personal reply. */
const forget = call({
  ...posted,
  summary: text('删除本人的一条常用语', "Delete one of one's own reply templates"),
  input: { id: replyId },
  answer: nothing,
  async run({ engine, caller, input: { id } }) {
    const mine = await engine.db.row<Pick<CannedReply, 'id'>>(
      sql`select id from message_reply where id = ${id} and admin_id = ${caller.id}`,
    );
    if (!mine) throw notFound();
    await write(engine, cannedReply, onBehalfOf(caller), { operation: 'del', id, input: {}, unread: true });
    return new Answer(null, texts.gone[caller.locale]);
  },
});

/** Calls of the dialogs in which a move requires free text. List and form are derived. */
export const offerAndSaveCannedRepliesController: Controller = {
  app: 'admin',
  name: 'message.reply',
  actions: { offered, used, keep, forget },
};
