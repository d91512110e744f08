import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { evaluationLifecycle } from './evaluation-lifecycle.ts';
import {
  evaluationLimits,
  evaluationScores,
  evaluationTags,
  evaluationTargets,
  reviewGrounds,
  scoreRange,
} from './evaluation-targets-scores-and-tags.ts';

/** What members of an evaluated enterprise do. */
const answers = ['index', 'reply', 'appeal'] as const;
const server = { write: 'server' } as const;
const score = { ...server, ...scoreRange } as const;

/**
 * What somebody says about a team or the handling of a complaint, sent by a single-use link (domain reference §2.L
 * `cmp_evaluation`). A row names neither the person nor the team or complaint.
 */
export const evaluation = resource({
  name: 'evaluation/evaluation',
  label: text('评价', 'Evaluations'),
  icon: 'star',
  title: 'target',
  heading: ['target', 'enterprise_id', 'department_id'],
  scope: 'area',
  partOf: 'recipient_id',
  actions: ['index', 'export'],
  order: ['id', 'desc'],
  comments: false,
  members: { owner: answers, operator: answers, viewer: ['index'] },
  empty: text(
    '还没有评价。同一对象满五份后一起出现。',
    'There are no evaluations yet. They appear together once there are five of one subject.',
  ),
  sections: {
    content: text('评价内容', 'What was said'),
    review: text('审核', 'Review'),
    answer: text('答复', 'Answer'),
  },
  listed: ['target', 'status', 'enterprise_id', 'department_id', 'overall', 'remark', 'released_on', 'replied_at'],
  measures: {
    evaluations: {
      label: text('评价', 'Evaluations'),
      by: ['target', 'status', 'area_code'],
      at: 'released_on',
    },
    satisfaction: {
      label: text('平均总体评分', 'Mean overall score'),
      mean: 'overall',
      by: ['target', 'area_code'],
      at: 'released_on',
    },
  },
  fields: {
    target: field.select(text('评价对象', 'Subject'), { ...server, options: evaluationTargets }),
    enterprise_id: field.reference(text('企业', 'Enterprise'), {
      ...server,
      to: 'enterprise/enterprise',
      search: true,
    }),
    recipient_id: field.reference(text('可见企业', 'Visible to enterprise'), {
      ...server,
      to: 'enterprise/enterprise',
      list: 'never',
      filter: false,
    }),
    department_id: field.reference(text('办理机构', 'Office'), { ...server, to: 'auth/department', reach: 'area' }),
    overall: field.integer(evaluationScores.overall, { ...score, section: 'content' }),
    attitude: field.integer(evaluationScores.attitude, { ...score, section: 'content', list: 'offered' }),
    reliability: field.integer(evaluationScores.reliability, { ...score, section: 'content', list: 'offered' }),
    fairness: field.integer(evaluationScores.fairness, { ...score, section: 'content', list: 'offered' }),
    tags: field.checkbox(text('印象', 'Impressions'), { ...server, options: evaluationTags, section: 'content' }),
    remark: field.textarea(text('评语', 'Comment'), { ...server, max: 500, search: true, section: 'content' }),
    files: field.files(text('图片', 'Pictures'), {
      ...server,
      max: evaluationLimits.pictures,
      private: true,
      accept: 'jpg,jpeg,png,webp',
      list: 'offered',
      section: 'content',
    }),
    signed_as: field.text(text('署名', 'Signed'), {
      ...server,
      max: 40,
      list: 'offered',
      section: 'content',
      hint: text('空白为匿名', 'Empty: anonymous'),
    }),
    released_on: field.date(text('汇入日期', 'Released on'), {
      ...server,
      hint: text('与同一对象的其他评价一起汇入的日期', 'The day on which it appeared together with others'),
    }),
    review_ground: field.select(text('待审核原因', 'Why it is reviewed'), {
      ...server,
      options: reviewGrounds,
      list: 'offered',
      section: 'review',
    }),
    hidden_reason: field.textarea(text('隐藏理由', 'Why it is hidden'), {
      ...server,
      max: 500,
      list: 'offered',
      section: 'review',
    }),
    appeal_reason: field.textarea(text('申诉理由', 'Ground of the appeal'), {
      ...server,
      max: 500,
      list: 'offered',
      section: 'review',
    }),
    reply: field.textarea(text('答复', 'Answer'), { ...server, max: 500, list: 'offered', section: 'answer' }),
    replied_at: field.datetime(text('答复时间', 'Answered at'), { ...server, section: 'answer' }),
    area_code: field.area(text('地区', 'Area'), server),
  },
  life: evaluationLifecycle,
});
export interface Evaluation extends Row<typeof evaluation> {}
