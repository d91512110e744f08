import type { Text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { BannedWordSource } from '#server/system/banned-word-cache.ts';
import { bannedWordKinds, type bannedWordSeverities } from '../../contract/banned-word/banned-word.ts';
import { splitListOfPhrases } from '../../contract/banned-word/split-list-of-phrases.ts';

interface Stored {
  readonly word: string;
  readonly variants: string | null;
  readonly exceptions: string | null;
  readonly kind: string;
  readonly severity: keyof typeof bannedWordSeverities;
  readonly replacement: string | null;
  readonly basis: string | null;
  readonly from: string | null;
  readonly until: string | null;
}

/** Published and retired banned words with the days they are in force, one entry for each spelling. */
export const bannedWordScreeningSource: BannedWordSource = {
  tables: ['library_banned_word'],
  async read(db) {
    const rows = await db.rows<Stored>(sql`
      select word, variants, exceptions, kind, severity, replacement, basis,
        effective_from::text as "from", effective_to::text as until
      from library_banned_word where status in ('published', 'retired') order by id`);
    return rows.flatMap(({ word, variants, exceptions, kind, ...rest }) =>
      [word, ...splitListOfPhrases(variants)].map((each) => ({
        ...rest,
        word: each,
        exceptions: splitListOfPhrases(exceptions),
        kind: labelOf(kind),
      })),
    );
  },
};

/** The option list may have been changed since: an unknown kind is named by its code. */
const labelOf = (kind: string): Text => {
  const options: Readonly<Record<string, Text>> = bannedWordKinds.options;
  return options[kind] ?? { 'zh-cn': kind, en: kind };
};
