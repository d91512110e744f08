import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { notFound } from '#server/refusal.ts';
import { helpReadableBy, readHelpArticle, readHelpOfScreen, searchHelp } from './search-and-read-help-articles.ts';

const texts = {
  search: text('查找帮助', 'Search the help centre'),
  screen: text('一个页面的帮助', 'Help of a screen'),
  read: text('阅读帮助', 'Read a help article'),
  vote: text('评价帮助', 'Say whether a help article helped'),
  terms: text('问题或字词', 'Question or words'),
  name: text('页面', 'Screen'),
  key: text('帮助条目编号', 'ID of the help article'),
  helpful: text('有帮助', 'Helpful'),
};

const questions = object({ list: list(object({ id: key, question: string, category: string })) });

const search = call({
  gate: 'login',
  summary: texts.search,
  limit: { perMinute: 120 },
  input: { q: field.text(texts.terms, { required: true, max: 60 }) },
  answer: questions,
  run: async ({ engine, caller, input }) => ({ list: await searchHelp(engine.db, caller, input.q) }),
});

const screen = call({
  gate: 'login',
  summary: texts.screen,
  input: { name: field.text(texts.name, { required: true, max: 80 }) },
  answer: questions,
  run: async ({ engine, caller, input }) => ({ list: await readHelpOfScreen(engine.db, caller, input.name) }),
});

const read = call({
  gate: 'login',
  summary: texts.read,
  input: { id: rowKeyInput(texts.key) },
  answer: object({
    id: key,
    question: string,
    category: string,
    answer: string,
    related: list(object({ id: key, question: string })),
    voted: orNull(boolean),
  }),
  async run({ engine, caller, input }) {
    const one = await readHelpArticle(engine.db, caller, input.id);
    if (!one) throw notFound();
    return one;
  },
});

/** Everybody's last answer counts once. The counters change nothing of the article, and so are no write of it. */
const vote = call({
  gate: 'login',
  methods: ['POST'],
  summary: texts.vote,
  silent: true,
  input: { id: rowKeyInput(texts.key), helpful: field.switch(texts.helpful, { required: true }) },
  answer: object({ helpful: integer, useless: integer }),
  run: ({ engine, caller, input }) =>
    engine.db.transaction(async (tx) => {
      const [admin, member] = caller.type === 'admin' ? [caller.id, null] : [null, caller.id];
      // one after another, so that each count has all votes before it
      const rated = await tx.row(
        sql`select t.id from help_article t where t.id = ${input.id} and ${helpReadableBy(caller)} for no key update`,
      );
      if (!rated) throw notFound();
      await tx.query(sql`
        insert into help_vote (article_id, admin_id, user_id, helpful)
        values (${input.id}, ${admin}::bigint, ${member}::bigint, ${input.helpful === '1'})
        on conflict (article_id, admin_id, user_id) do update set helpful = excluded.helpful, at = now()`);
      const counted = await tx.row<{ helpful: number; useless: number }>(sql`
        update help_article t set helpful = v.helpful, useless = v.useless
        from (select count(*) filter (where helpful) as helpful, count(*) filter (where not helpful) as useless from help_vote where article_id = ${input.id}) v
        where t.id = ${input.id} returning t.helpful, t.useless`);
      return { helpful: counted?.helpful ?? 0, useless: counted?.useless ?? 0 };
    }),
});

/** Calls of the help centre for everybody who is signed in, each with what is for them. */
export const helpSearchReadAndVoteControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'help.centre',
  actions: { search, screen, read, vote },
}));
