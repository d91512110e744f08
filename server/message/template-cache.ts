import { type MessageTemplate, missingPlaces, unknownPlaces } from '#kernel/message-template.ts';
import type { Text } from '#kernel/text.ts';
import type { Database } from '#server/db/connect.ts';
import { readInTurn } from '#server/system/read-in-turn.ts';

/** The words of every declared message, as this process sends them; it is told of every change. */
export interface TemplateCache {
  /** The declared messages, in order. */
  readonly templates: readonly MessageTemplate[];
  wordsOf(one: Pick<MessageTemplate, 'code'>): Text;
  reload(): Promise<void>;
}

/** Reads what administrators wrote; what no longer fits the places of a message gives way to what it ships with. */
export async function openTemplateCache(db: Database, templates: readonly MessageTemplate[]): Promise<TemplateCache> {
  const byCode = new Map(templates.map((one) => [one.code, one]));
  if (byCode.size < templates.length) throw new Error('two messages have the same code');
  let words = new Map<string, Text>();
  const reload = readInTurn(async () => {
    const rows = await db.rows<{ code: string; content: string; content_en: string }>(
      'select code, content, content_en from message_template where edited',
    );
    words = new Map(templates.map((one) => [one.code, one.words]));
    for (const { code, content, content_en } of rows) {
      const one = byCode.get(code);
      const fits = (kept: string) =>
        one !== undefined && unknownPlaces(one, kept).length === 0 && missingPlaces(one, kept).length === 0;
      if (fits(content) && fits(content_en)) words.set(code, { 'zh-cn': content, en: content_en });
    }
  });
  await reload();
  return {
    templates,
    wordsOf({ code }) {
      const found = words.get(code);
      if (!found) throw new Error(`message ${code} is not entered in a module`);
      return found;
    },
    reload,
  };
}
