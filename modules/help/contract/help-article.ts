import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { helpAudiences } from './help-audiences.ts';

const closed = { editable: false, deletable: false } as const;
const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 2, max: 500 });

/** A question with its answer in both languages (domain reference §2.Q `hlp_article`). */
export const helpArticle = resource({
  name: 'help/article',
  label: text('帮助条目', 'Help articles'),
  icon: 'solution',
  title: 'question',
  titleEnglish: 'question_en',
  scope: 'all',
  order: ['id', 'desc'],
  remark: text(
    '帮助中心的问题与解答；填写所属页面的，在该页面按 F1 即可看到。',
    'Questions and answers of the help centre. Those of a screen are shown there when F1 is pressed.',
  ),
  sections: {
    basic: text('问题', 'Question'),
    answer: text('解答', 'Answer'),
    record: text('记录', 'Record'),
  },
  listed: ['question', 'category_id', 'audience', 'screen', 'status', 'helpful', 'useless', 'updatetime'],
  measures: { help_articles: { label: text('帮助条目', 'Help articles'), by: ['status'] } },
  fields: {
    question: field.text(text('问题', 'Question'), {
      required: true,
      min: 4,
      max: 100,
      search: true,
      screened: true,
      section: 'basic',
    }),
    question_en: field.text(text('英文问题', 'Question in English'), {
      required: true,
      max: 200,
      search: true,
      section: 'basic',
    }),
    category_id: field.reference(text('分类', 'Category'), {
      to: 'help/category',
      required: true,
      section: 'basic',
    }),
    audience: field.checkbox(text('读者', 'For'), {
      required: true,
      options: helpAudiences,
      initial: ['officer'],
      section: 'basic',
    }),
    keywords: field.text(text('关键词', 'Keywords'), {
      max: 200,
      search: true,
      list: 'offered',
      hint: text('人们会怎么问，以空格分开', 'How people would ask, separated by spaces'),
      section: 'basic',
    }),
    screen: field.text(text('所属页面', 'Screen'), {
      max: 80,
      hint: text(
        '页面地址中 /admin/ 或 /user/ 之后的部分，如 enterprise/enterprise',
        'What follows /admin/ or /user/ in the address of the screen, such as enterprise/enterprise',
      ),
      section: 'basic',
    }),
    answer: field.editor(text('解答', 'Answer'), {
      required: true,
      screened: true,
      max: 50_000,
      list: 'offered',
      section: 'answer',
    }),
    answer_en: field.editor(text('英文解答', 'Answer in English'), {
      required: true,
      max: 50_000,
      list: 'offered',
      section: 'answer',
    }),
    related: field.references(text('相关问题', 'Related questions'), {
      to: 'help/article',
      related: false,
      list: 'offered',
      section: 'answer',
    }),
    helpful: field.integer(text('有帮助', 'Helpful'), { write: 'server', section: 'record', quantity: true }),
    useless: field.integer(text('没帮助', 'Not helpful'), { write: 'server', section: 'record', quantity: true }),
  },
  life: lifecycle({
    initial: 'draft',
    states: {
      draft: { ...text('草稿', 'Draft'), tone: 'muted', awaited: text('审核', 'Review') },
      reviewed: { ...text('待发布', 'Reviewed'), tone: 'progress', ...closed },
      published: { ...text('已发布', 'Published'), tone: 'good', ...closed },
      offline: { ...text('已下线', 'Offline'), tone: 'muted' },
    },
    moves: {
      review: {
        from: ['draft'],
        to: 'reviewed',
        label: text('审核通过', 'Approve'),
        tone: 'primary',
        batch: true,
        screens: true,
        byAnother: {
          else: text('须由编辑人以外的人员审核', 'It must be reviewed by someone other than its editors'),
        },
        emits: 'reviewed',
      },
      return: {
        from: ['reviewed'],
        to: 'draft',
        label: text('退回修改', 'Return for editing'),
        emits: 'returned',
        input: { reason },
      },
      publish: {
        from: ['reviewed'],
        to: 'published',
        label: text('发布', 'Publish'),
        tone: 'primary',
        batch: true,
        screens: true,
        emits: 'published',
      },
      offline: {
        from: ['published'],
        to: 'offline',
        label: text('下线', 'Take offline'),
        tone: 'danger',
        emits: 'offline',
        input: { reason },
      },
      rework: {
        from: ['offline'],
        to: 'draft',
        label: text('重新编辑', 'Edit again'),
        emits: 'reworked',
      },
    },
  }),
});
export interface HelpArticle extends Row<typeof helpArticle> {}
