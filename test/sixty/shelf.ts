import { field } from '#kernel/field/field.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';

/** A library of rules, with articles. */
const rule = versionedResource({
  name: 'shelf/rule',
  label: text('规程', 'Rules'),
  icon: 'book',
  title: 'title',
  scope: 'all',
  versionsOf: 'code',
  fields: {
    code: field.identifier(text('规程编号', 'Rule number'), { number: 'GC{seq:4}', unique: ['revision'] }),
    title: field.text(text('名称', 'Title'), { required: true, max: 60, search: true }),
    articles: field.rows(text('条文', 'Articles'), { of: 'shelf/article', max: 50 }),
  },
});

const article = resource({
  name: 'shelf/article',
  label: text('条文', 'Articles'),
  title: 'content',
  scope: 'parent',
  partOf: 'rule_id',
  sortable: true,
  actions: [],
  fields: {
    rule_id: field.reference(text('规程', 'Rule'), { to: 'shelf/rule', required: true }),
    content: field.text(text('内容', 'Content'), { required: true, max: 200 }),
  },
});

/** What happened, and by which rule it was decided. */
const decided = resource({
  name: 'shelf/decision',
  label: text('决定', 'Decisions'),
  icon: 'file',
  title: 'name',
  scope: 'all',
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 60 }),
    day: field.date(text('日期', 'Day'), { required: true }),
    rule_id: field.reference(text('依据', 'By rule'), { to: 'shelf/rule', cites: { on: 'day' } }),
    article_id: field.reference(text('适用条文', 'By article'), { to: 'shelf/article', cites: true }),
  },
});

/** A library with what cites it, for the journey of a version through the browser. */
export const shelf = module_({
  name: 'shelf',
  label: text('规程库', 'Shelf'),
  icon: 'book',
  weigh: 1,
  entries: [rule, article, decided],
});
