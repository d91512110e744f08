import { text } from '#kernel/text.ts';
import { declaredWords, findWords, isWordValue } from '#kernel/words.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import type { Controller } from '#server/http/controller.ts';
import { JsonText } from '#server/http/envelope.ts';
import type { Hooks, WriteContext } from '#server/write/hooks.ts';
import type { Word, word } from '../contract/word.ts';

const say = {
  value: text('不能含有逗号、顿号或分号', 'It cannot contain commas or semicolons'),
  system: text('系统依赖该词条，只能改名，不能停用', 'The system relies on this word: it can be renamed, not retired'),
  order: text('停用日期不能早于启用日期', 'It cannot be retired before it is offered'),
};

/** Words are read anew at once here, and by every other process as soon as it hears of the change. */
export const wordHooks: Hooks<typeof word> = {
  add(context) {
    if (!isWordValue(String(context.values.value ?? ''))) context.fail('value', say.value);
    check(context);
  },
  edit: check,
};

function check(context: WriteContext<typeof word>): void {
  const now = { ...context.before, ...context.values } as Pick<Word, 'list' | 'value' | 'valid_from' | 'valid_to'>;
  const { list, value, valid_from, valid_to } = now;
  if (valid_from && valid_to && valid_to < valid_from) context.fail('valid_to', say.order);
  if ((valid_from || valid_to) && findWords(list)?.system.includes(value))
    context.fail(valid_to ? 'valid_to' : 'valid_from', say.system);
  context.afterCommit(() => context.engine.words.reload());
}

/**
 * Brings words that are declared and were never there. Those of a list that is there already come at its end: what
 * administrators added, renamed and ordered stays.
 */
export async function prepareWords({ db, words }: Pick<Engine, 'db' | 'words'>): Promise<void> {
  const initial = declaredWords().flatMap((one) =>
    Object.entries(one.initial).map(([value, option], place) => ({
      place,
      list: one.name,
      value,
      label: option['zh-cn'],
      label_en: option.en,
      tone: option.tone ?? null,
    })),
  );
  const added = await db.query(
    sql`insert into system_word (list, value, label, label_en, tone) select list, value, label, label_en, tone
      from jsonb_to_recordset(${JSON.stringify(initial)}::jsonb) as r(place integer, list text, value text, label text, label_en text, tone text)
      where not exists (select from system_word w where w.list = r.list and w.value = r.value) order by list, place on conflict do nothing`,
  );
  if ((added.rowCount ?? 0) > 0) await words.reload();
}

/**
 * `GET /api/words/index`: the words of every list, in both languages, for forms of everybody. The boot calls tell their
 * version; a browser keeps what it read until that changes.
 */
export const wordController: Controller = {
  app: 'api',
  name: 'words',
  actions: {
    index: {
      gate: 'none',
      handle: ({ engine }) => new JsonText(`{"version":"${engine.words.version()}","words":${engine.words.text()}}`),
    },
  },
};
