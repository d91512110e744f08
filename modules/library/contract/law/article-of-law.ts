import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/**
 * An article of a version of a law, cited by causes, check items and decisions. It is edited with its law, and never
 * once that is published.
 */
export const article = resource({
  name: 'library/article',
  label: text('条文', 'Articles'),
  icon: 'file-text',
  title: 'article_no',
  heading: ['law_id', 'article_no'],
  scope: 'parent',
  partOf: 'law_id',
  sortable: true,
  actions: ['index', 'export'],
  fields: {
    law_id: field.reference(text('法规', 'Law'), { to: 'library/law', required: true, search: true }),
    number: field.integer(text('条', 'Article'), {
      required: true,
      min: 1,
      max: 9999,
      list: 'offered',
    }),
    inserted: field.integer(text('之几', 'Inserted'), {
      required: true,
      min: 0,
      max: 99,
      initial: 0,
      list: 'offered',
      hint: text('第二十条之一为 1；没有的为 0', '1 for Article 20-1; 0 if it has none'),
    }),
    article_no: field.text(text('条号', 'Number'), { write: 'server', search: true }),
    chapter: field.text(text('编章节', 'Chapter'), { max: 200 }),
    heading: field.text(text('条标', 'Heading'), { max: 100, search: true, list: 'offered' }),
    text: field.textarea(text('条文', 'Text'), {
      max: 20_000,
      search: true,
      requiredWhen: { by: 'complete', of: ['1'] },
      hint: text('每款一段，每项另起一行', 'One paragraph per line, each item on its own line'),
    }),
    keywords: field.text(text('关键词', 'Keywords'), { max: 200, search: true, list: 'offered' }),
    complete: field.switch(text('条文已录入', 'Text entered'), {
      initial: '1',
      hint: text('只有条号、尚无文字的，选“否”，标为待补全', 'Off for a number whose text is still missing'),
    }),
  },
});
export interface Article extends Row<typeof article> {}
