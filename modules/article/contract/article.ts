import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { countOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { audiences } from './article-category-audience-and-reader-options.ts';
import { articleLifecycle } from './article-review-and-publication-lifecycle.ts';

const server = { write: 'server', section: 'record' } as const;

/** An article or notice in two languages for one audience (domain reference §2.Q `cms_article`). */
export const article = resource({
  name: 'article/article',
  label: text('文章', 'Articles'),
  icon: 'file-text',
  title: 'title',
  titleEnglish: 'title_en',
  subtitle: [['revision', text('第 {n} 版', 'version {n}')]],
  scope: 'area',
  order: ['id', 'desc'],
  codes: { code: '/article/' },
  remark: text(
    '向公众、企业会员或内部人员发布的文章与通知：起草、审核、发布、下线；已发布的文章修改须编制新版本。',
    'Articles and notices for everybody, enterprises or officers: drafted, reviewed, published and taken offline. Published ones are changed by a new version.',
  ),
  sections: {
    basic: text('基本信息', 'Basic information'),
    content: text('正文', 'Text'),
    english: text('英文', 'English'),
    publication: text('发布', 'Publication'),
    record: text('记录', 'Record'),
  },
  listed: [
    'code',
    'title',
    'category_id',
    'status',
    'audience',
    'must_read',
    'unread',
    'area_code',
    'published_at',
    'expire_at',
    'views',
  ],
  measures: {
    articles: {
      label: text('文章', 'Articles'),
      by: ['status', 'audience', 'area_code'],
      at: 'published_at',
    },
    article_views: { label: text('阅读量', 'Views'), sum: 'views', by: ['audience', 'area_code'] },
  },
  published: {
    when: [
      ['status', '=', 'published'],
      ['audience', '=', 'public'],
    ],
    fields: [
      'code',
      'title',
      'title_en',
      'subtitle',
      'subtitle_en',
      'category_id',
      'author',
      'source',
      'content',
      'content_en',
      'tags',
      'published_at',
    ],
    moves: ['submit', 'publish', 'publishOnTime'],
    override: 'harmless',
  },
  acts: {
    remind: {
      label: text('提醒未读', 'Remind readers'),
      confirm: text(
        '给 {n} 件通知尚未确认的读者再发一条消息？每人每天至多一条。',
        'Send another message to the readers who have not confirmed {n} {n|notice|notices}? Each gets at most one a day.',
      ),
      done: text('已提醒未确认的读者', 'The readers who have not confirmed were reminded'),
      on: ['must_read', '1'],
    },
  },
  versions: {
    of: 'code',
    revise: 'revise',
    publish: ['publish', 'publishOnTime'],
    replace: 'replace',
    published: ['published', 'offline', 'superseded'],
  },
  fields: {
    code: field.identifier(text('编号', 'Number'), {
      number: 'WZ{yyyy}{seq:5}',
      unique: ['revision'],
      search: true,
      section: 'basic',
    }),
    revision: field.integer(text('版本号', 'Version'), { ...server, list: 'offered' }),
    title: field.text(text('标题', 'Title'), {
      required: true,
      max: 100,
      search: true,
      screened: true,
      section: 'basic',
    }),
    subtitle: field.text(text('副标题', 'Subtitle'), {
      max: 200,
      screened: true,
      list: 'offered',
      section: 'basic',
    }),
    category_id: field.reference(text('分类', 'Category'), {
      to: 'article/category',
      required: true,
      among: [['kind', 'IN', ['list', 'page']]],
      section: 'basic',
    }),
    area_code: field.area(text('发布地区', 'Area'), {
      required: true,
      hint: text(
        '该地区及其下级的内部人员和企业会员都能看到',
        'Officers and members of the area and of those below it can read it',
      ),
      section: 'basic',
    }),
    cover: field.image(text('封面', 'Cover'), { list: 'offered', section: 'basic' }),
    author: field.text(text('作者', 'Author'), { max: 40, list: 'offered', section: 'basic' }),
    source: field.text(text('来源', 'Source'), { max: 80, list: 'offered', section: 'basic' }),
    tags: field.text(text('标签', 'Tags'), {
      max: 200,
      search: true,
      list: 'offered',
      hint: text('以空格分开', 'Separated by spaces'),
      section: 'basic',
    }),
    content: field.editor(text('正文', 'Text'), {
      required: true,
      screened: true,
      list: 'offered',
      section: 'content',
    }),
    attachments: field.files(text('附件', 'Attachments'), {
      max: 9,
      accept: 'pdf,doc,docx,xls,xlsx,zip,jpg,png',
      private: true,
      list: 'offered',
      section: 'content',
    }),
    title_en: field.text(text('英文标题', 'Title in English'), {
      max: 200,
      search: true,
      screened: true,
      list: 'offered',
      section: 'english',
    }),
    subtitle_en: field.text(text('英文副标题', 'Subtitle in English'), {
      max: 300,
      list: 'offered',
      section: 'english',
    }),
    content_en: field.editor(text('英文正文', 'Text in English'), {
      screened: true,
      list: 'offered',
      section: 'english',
    }),
    audience: field.radio(text('读者', 'Readers'), {
      required: true,
      options: audiences,
      initial: 'public',
      section: 'publication',
    }),
    must_read: field.switch(text('必读通知', 'Must be read'), {
      initial: '0',
      shownWhen: { by: 'audience', of: ['enterprise', 'officer'] },
      hint: text(
        '读者收到消息，阅读后须确认，回执可以查看和导出',
        'Readers receive a message and confirm that they have read it; receipts can be viewed and exported',
      ),
      section: 'publication',
    }),
    publish_at: field.datetime(text('定时发布', 'Publish at'), {
      list: 'offered',
      hint: text('审核通过后到时自动发布；不填则由人发布', 'Published then once approved; by hand if left empty'),
      section: 'publication',
    }),
    expire_at: field.datetime(text('下线时间', 'Take offline at'), { section: 'publication' }),
    top: field.switch(text('置顶', 'Pinned'), { initial: '0', list: 'offered', section: 'publication' }),
    recommend: field.switch(text('推荐', 'Recommended'), { initial: '0', list: 'offered', section: 'publication' }),
    published_at: field.datetime(text('发布时间', 'Published at'), server),
    submitted_by: field.reference(text('送审人', 'Submitted by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      list: 'offered',
    }),
    reviewed_by: field.reference(text('审核人', 'Reviewed by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      list: 'offered',
    }),
    views: field.integer(text('阅读量', 'Views'), server),
    unread: field.integer(text('未读回执', 'Not yet read'), {
      section: 'record',
      from: countOf('article/receipt', 'article_id', [['read_at', 'NULL']]),
    }),
    previous_id: field.reference(text('上一版本', 'Previous version'), {
      to: 'article/article',
      reach: 'all',
      write: 'server',
      related: false,
      list: 'never',
    }),
    next_id: field.reference(text('下一版本', 'Next version'), {
      to: 'article/article',
      reach: 'all',
      write: 'server',
      related: false,
      list: 'never',
    }),
  },
  life: articleLifecycle,
});
export interface Article extends Row<typeof article> {}
