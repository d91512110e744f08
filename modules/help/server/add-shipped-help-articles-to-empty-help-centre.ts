import { paragraphsOf } from '#kernel/text/rich-text.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { shippedHelpArticles, shippedHelpCategories, shippedHelpSynonyms } from './shipped-help-articles.ts';

/**
 * Adds the questions that the product answers from the beginning to an empty help centre. What officers change or
 * delete later stays as they left it.
 */
export async function addShippedHelpArticlesToEmptyHelpCentre({ db }: Engine): Promise<void> {
  await db.transaction(async (tx) => {
    // one process at a time, and only if there has never been a category
    await tx.query(`select pg_advisory_xact_lock(hashtext('help centre'))`);
    const used = await tx.row<{ used: boolean }>(
      `select pg_sequence_last_value(pg_get_serial_sequence('help_category', 'id')::regclass) is not null as used`,
    );
    if (used?.used !== false) return;
    const categories = Object.entries(shippedHelpCategories).map(([name, label], at) => ({
      name,
      zh: label['zh-cn'],
      en: label.en,
      weigh: 100 - at,
    }));
    const added = await tx.rows<{ id: number; name_en: string }>(sql`
      insert into help_category (name, name_en, weigh)
      select c.zh, c.en, c.weigh from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) as c (zh text, en text, weigh integer)
      returning id, name_en`);
    const keys = new Map(added.map(({ id, name_en }) => [name_en, id]));
    const articles = shippedHelpArticles.map(({ category, question, answer, ...one }) => ({
      ...one,
      category_id: keys.get(shippedHelpCategories[category].en),
      question: question['zh-cn'],
      question_en: question.en,
      answer: paragraphsOf(answer['zh-cn']),
      answer_en: paragraphsOf(answer.en),
    }));
    await tx.query(sql`
      insert into help_article (question, question_en, category_id, audience, keywords, screen, answer, answer_en, status)
      select question, question_en, category_id, array(select jsonb_array_elements_text(audience)), keywords, screen, answer, answer_en, 'published'
      from jsonb_to_recordset(${JSON.stringify(articles)}::jsonb) as a (question text, question_en text, category_id bigint, audience jsonb, keywords text,
        screen text, answer text, answer_en text)`);
    await tx.query(sql`insert into help_synonym (terms) select unnest(${shippedHelpSynonyms}::text[])`);
  });
}
