import {
  type MessageTemplate,
  missingPlaceholders,
  unknownPlaceholders,
} from '#kernel/message/declare-and-fill-message-template.ts';
import type { Locale, Text } from '#kernel/text/text.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { runReloadsOneAfterAnother } from '#server/system/run-cache-reloads-one-after-another.ts';

/** The texts of all declared messages, cached and reloaded on change. */
export interface MessageTemplateCache {
  /** Declared messages in order. */
  readonly templates: readonly MessageTemplate[];
  textOf(one: Pick<MessageTemplate, 'code'>): Text;
  /** The template codes registered with the provider of text messages, by language. */
  codesOf(one: Pick<MessageTemplate, 'code'>): Readonly<Partial<Record<Locale, string>>>;
  reload(): Promise<void>;
}

/** Loads the texts edited by administrators. A text that no longer fits the placeholders is replaced by the default. */
export async function openMessageTemplateCache(
  db: Database,
  templates: readonly MessageTemplate[],
): Promise<MessageTemplateCache> {
  const byCode = new Map(templates.map((one) => [one.code, one]));
  if (byCode.size < templates.length) throw new Error('two messages have the same code');
  let texts = new Map<string, Text>();
  let codes = new Map<string, Readonly<Partial<Record<Locale, string>>>>();
  const reload = runReloadsOneAfterAnother(async () => {
    const rows = await db.rows<{
      code: string;
      content: string;
      content_en: string;
      edited: boolean;
      provider_code: string | null;
      provider_code_en: string | null;
    }>(
      sql`select code, content, content_en, edited, provider_code, provider_code_en from message_template
       where edited or provider_code is not null or provider_code_en is not null`.asBrief(),
    );
    codes = new Map(
      rows.map(({ code, provider_code, provider_code_en }) => [
        code,
        {
          ...(provider_code ? { 'zh-cn': provider_code } : {}),
          ...(provider_code_en ? { en: provider_code_en } : {}),
        },
      ]),
    );
    texts = new Map(templates.map((one) => [one.code, one.text]));
    for (const { code, content, content_en, edited } of rows) {
      if (!edited) continue;
      const one = byCode.get(code);
      const fits = (edited: string) =>
        one !== undefined &&
        unknownPlaceholders(one, edited).length === 0 &&
        missingPlaceholders(one, edited).length === 0;
      if (fits(content) && fits(content_en)) texts.set(code, { 'zh-cn': content, en: content_en });
    }
  });
  await reload();
  return {
    templates,
    textOf({ code }) {
      const found = texts.get(code);
      if (!found) throw new Error(`message ${code} is not entered in a module`);
      return found;
    },
    codesOf: ({ code }) => codes.get(code) ?? {},
    reload,
  };
}
