import { field } from '#kernel/field/field.ts';
import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { readOriginalNamesOfFiles } from '#server/files/read-original-names-of-files.ts';
import { signLink } from '#server/files/sign-and-verify-file-links.ts';
import type { Action } from '#server/http/controller.ts';
import { call, callsForOfficersAndMembers, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { requireMemberCentrePage } from '#server/http/member-centre-page-permission.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { notFound } from '#server/refusal.ts';
import type {
  ArticleToRead,
  ReadableArticle,
  ReadableArticles,
} from '../../contract/article-reading-screen-and-answer-types.ts';
import { articlesReadableBy, mustBeConfirmedBy } from './articles-caller-may-read-or-must-confirm-sql.ts';

const texts = {
  index: text('可以阅读的通知与文章', 'Notices and articles to read'),
  read: text('阅读通知或文章', 'Read a notice or an article'),
  confirm: text('确认已读通知', 'Confirm that a notice was read'),
  key: text('文章编号', 'ID of the article'),
  search: text('标题中的字词', 'Words of the title'),
  page: text('页码', 'Page'),
};

/** Articles on a page. */
const perPage = 20;

/** The column of receipts that names the caller. */
const readerColumn = ({ type }: Caller) => sql.id(type === 'admin' ? 'admin_id' : 'user_id');

const unreadBy = (caller: Caller) =>
  sql`${mustBeConfirmedBy(caller)} and not exists (select from article_receipt r where r.article_id = t.id and r.${readerColumn(caller)} = ${caller.id} and r.read_at is not null)`;

const index = call({
  gate: 'login',
  summary: texts.index,
  input: {
    search: field.text(texts.search, { max: 60 }),
    page: field.integer(texts.page, { min: 1, max: 10_000 }),
  },
  answer: object({
    list: list(
      object({
        id: key,
        code: string,
        title: string,
        category: string,
        published_at: integer,
        top: boolean,
        unread: boolean,
      }),
    ),
    total: integer,
    unread: integer,
  }),
  async run({ engine, caller, input }): Promise<ReadableArticles> {
    const wanted = (input.search ?? '').trim().toLowerCase();
    const isFound =
      wanted === ''
        ? sql`true`
        : sql`bigrams(t.search_text) @> bigrams(${wanted}) and strpos(t.search_text, ${wanted}) > 0`;
    const english = caller.locale === 'en';
    const rows = await engine.db.rows<ReadableArticle & { total: number; all_unread: number }>(sql`
      with mine as materialized (select t.id, t.code, t.title, t.title_en, t.category_id, t.published_at, t.top, (${unreadBy(caller)}) as unread, ${isFound} as found
        from article t where ${articlesReadableBy(caller)})
      select m.id, m.code, ${english ? sql`coalesce(m.title_en, m.title)` : sql`m.title`} as title,
        ${english ? sql`c.name_en` : sql`c.name`} as category, floor(extract(epoch from m.published_at))::bigint as published_at, m.top, m.unread,
        (select count(*) from mine where found) as total, (select count(*) from mine where unread) as all_unread
      from mine m join article_category c on c.id = m.category_id where m.found
      order by m.unread desc, m.top desc, m.published_at desc, m.id desc
      limit ${perPage} offset ${((input.page ?? 1) - 1) * perPage}`);
    const [first] = rows;
    return {
      list: rows.map(({ total: _total, all_unread: _unread, ...one }) => one),
      total: Number(first?.total ?? 0),
      unread: Number(first?.all_unread ?? 0),
    };
  },
});

/** An article as stored. */
interface Found extends Omit<ArticleToRead, 'attachments'> {
  readonly [column: string]: unknown;
  readonly attachments: readonly string[];
}

const read = call({
  gate: 'login',
  summary: texts.read,
  input: { id: rowKeyInput(texts.key) },
  answer: object({
    id: key,
    code: string,
    title: string,
    subtitle: orNull(string),
    category: string,
    author: orNull(string),
    source: orNull(string),
    published_at: integer,
    content: string,
    attachments: list(object({ url: string, name: orNull(string) })),
    must_read: boolean,
    read_at: orNull(integer),
  }),
  async run({ engine, caller, input }): Promise<ArticleToRead> {
    const english = caller.locale === 'en';
    const inLanguage = (name: string) =>
      english ? sql`coalesce(t.${sql.id(`${name}_en`)}, t.${sql.id(name)})` : sql`t.${sql.id(name)}`;
    // an older version leads to the one that is published now
    const found = await engine.db.row<Found>(sql`
      select t.id, t.code, ${inLanguage('title')} as title, ${inLanguage('subtitle')} as subtitle, ${english ? sql`c.name_en` : sql`c.name`} as category,
        t.author, t.source, floor(extract(epoch from t.published_at))::bigint as published_at, ${inLanguage('content')} as content,
        coalesce(t.attachments, '{}') as attachments, ${mustBeConfirmedBy(caller)} as must_read,
        (select floor(extract(epoch from r.read_at))::bigint from article_receipt r where r.article_id = t.id and r.${readerColumn(caller)} = ${caller.id}) as read_at
      from article t join article_category c on c.id = t.category_id
      where t.code = (select o.code from article o where o.id = ${input.id}) and ${articlesReadableBy(caller)}`);
    if (!found) throw notFound();
    // readers see no rows of articles, so that they get the links here and not by the addresses
    const names = await readOriginalNamesOfFiles(engine.db, found.attachments);
    const attachments = found.attachments.map((url) => ({
      url: isPrivateFile(url) ? signLink(engine, caller, url) : url,
      name: names.get(url) ?? null,
    }));
    return { ...found, attachments };
  },
});

const confirm = call({
  gate: 'login',
  methods: ['POST'],
  summary: texts.confirm,
  title: texts.confirm,
  input: { id: rowKeyInput(texts.key) },
  answer: object({ read_at: integer }),
  async run({ engine, caller, input }) {
    const own = sql`${caller.type === 'admin' ? caller.id : null}::bigint, ${caller.type === 'admin' ? null : caller.id}::bigint`;
    const kind = caller.type === 'admin' ? 'officer' : 'member';
    // the first time counts; whoever joined after the publication has no receipt yet
    const row = await engine.db.row<{ read_at: number }>(sql`
      insert into article_receipt as r (article_id, reader, kind, admin_id, user_id, read_at)
      select t.id, ${caller.name}, ${kind}, ${own}, now() from article t
      where t.id = ${input.id} and ${mustBeConfirmedBy(caller)} and ${articlesReadableBy(caller)}
      on conflict (article_id, admin_id, user_id) do update set read_at = coalesce(r.read_at, now()), updatetime = now()
      returning floor(extract(epoch from read_at))::bigint as read_at`);
    if (!row) throw notFound();
    return { read_at: Number(row.read_at) };
  },
});

/** Members reach the calls only if their group has the page that makes them. */
const onPage = (action: Action): Action => ({
  ...action,
  handle(made) {
    if (made.caller.type === 'member') requireMemberCentrePage(made, 'article/reading');
    return action.handle(made);
  },
});

/** Reading of notices and articles by officers and members, and their receipts. */
export const articleReadingControllers = callsForOfficersAndMembers('article.reading', 'article/reading/index', {
  index: onPage(index),
  read: onPage(read),
  confirm: onPage(confirm),
});
