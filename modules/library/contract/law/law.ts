import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { countOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';

/** Ranks of laws, highest first (立法法). */
export const lawLevels = {
  law: text('法律', 'Law'),
  administrative: text('行政法规', 'Administrative regulation'),
  local: text('地方性法规', 'Local regulation'),
  department: text('部门规章', 'Departmental rule'),
  local_government: text('地方政府规章', 'Local government rule'),
  normative: text('规范性文件', 'Normative document'),
  standard: text('标准', 'Standard'),
} as const;

/** Maximum number of articles of a law: the longest, the 民法典, has 1,260. */
export const maxArticles = 2000;

/**
 * A law, regulation or standard with its articles (domain reference §2.H). Each amendment is a version: what was done on
 * a day is judged by the version in force then.
 */
export const law = versionedResource({
  name: 'library/law',
  label: text('法规', 'Laws'),
  icon: 'book',
  title: 'title',
  scope: 'all',
  versionsOf: 'code',
  fields: {
    code: field.identifier(text('编号', 'Number'), { number: 'FG{seq:4}', unique: ['revision'], search: true }),
    title: field.text(text('名称', 'Title'), { required: true, max: 200, search: true }),
    level: field.select(text('效力级别', 'Rank'), { required: true, options: lawLevels }),
    doc_no: field.text(text('文号', 'Document number'), { max: 100, search: true }),
    issuer: field.text(text('制定机关', 'Issued by'), { required: true, max: 100, search: true }),
    published_on: field.date(text('公布日期', 'Published on'), { required: true }),
    amendments: field.textarea(text('制定与修改', 'Enactment and amendments'), { max: 2000, list: 'never' }),
    source_url: field.url(text('来源网址', 'Source'), {
      list: 'offered',
      hint: text('公布文本的网址，以 https:// 开头', 'Where the text was published, beginning with https://'),
    }),
    tags: field.text(text('标签', 'Tags'), {
      max: 200,
      search: true,
      list: 'offered',
      hint: text('以空格分隔', 'Separated by spaces'),
    }),
    article_count: field.integer(text('条文数', 'Articles'), { from: countOf('library/article', 'law_id') }),
    incomplete_count: field.integer(text('待补全', 'To be completed'), {
      from: countOf('library/article', 'law_id', [['complete', '=', '0']]),
    }),
    articles: field.rows(text('条文', 'Articles'), { of: 'library/article', max: maxArticles }),
  },
});
export interface Law extends Row<typeof law> {}
