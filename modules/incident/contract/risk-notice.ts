import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { noticeLevels } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';
import { riskKinds } from './incident-sources-grades-and-offices.ts';

const server = { write: 'server' } as const;
const closed = { editable: false, deletable: false } as const;

/** A notice of risk to the public, red to blue (旅游安全管理办法 Art. 16–21): drafted by one officer and approved by another. */
export const riskNotice = resource({
  name: 'incident/riskNotice',
  label: text('风险提示', 'Risk notices'),
  icon: 'notification',
  title: 'title',
  titleEnglish: 'title_en',
  scope: 'area',
  order: ['id', 'desc'],
  empty: text('没有风险提示', 'No risk notices'),
  listed: ['title', 'level', 'status', 'kind', 'area_code', 'valid_from', 'valid_to', 'published_at', 'incident_id'],
  chained: ['approve', 'publish', 'lift'],
  measures: {
    notices: {
      label: text('风险提示', 'Risk notices'),
      by: ['level', 'kind', 'status', 'area_code'],
      at: 'published_at',
    },
  },
  published: {
    when: [['status', '=', 'published']],
    fields: [
      'title',
      'title_en',
      'level',
      'kind',
      'content',
      'content_en',
      'area_code',
      'valid_from',
      'valid_to',
      'published_at',
    ],
    moves: ['publish'],
    override: 'harmless',
  },
  fields: {
    title: field.text(text('标题', 'Title'), { required: true, min: 4, max: 80, search: true, screened: true }),
    title_en: field.text(text('英文标题', 'Title in English'), {
      required: true,
      min: 4,
      max: 160,
      search: true,
      list: 'offered',
    }),
    level: field.select(text('级别', 'Level'), { required: true, optionList: noticeLevels, initial: 'blue' }),
    kind: field.select(text('风险', 'Risk'), { required: true, options: riskKinds }),
    area_code: field.area(text('涉及地区', 'Area'), { required: true }),
    content: field.textarea(text('内容与提示', 'What to know and do'), {
      required: true,
      min: 10,
      max: 1000,
      screened: true,
      list: 'offered',
    }),
    content_en: field.textarea(text('英文内容', 'The same in English'), {
      required: true,
      min: 10,
      max: 2000,
      list: 'offered',
    }),
    valid_from: field.datetime(text('自', 'From'), { required: true }),
    valid_to: field.datetime(text('至', 'Until'), {
      required: true,
      hint: text('到时自动解除', 'Lifted by itself then'),
    }),
    incident_id: field.reference(text('关联事件', 'About the incident'), {
      to: 'incident/incident',
      list: 'offered',
    }),
    approved_by: field.reference(text('审核人', 'Approved by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      list: 'offered',
    }),
    approved_at: field.datetime(text('审核时间', 'Approved at'), { ...server, list: 'offered' }),
    published_at: field.datetime(text('发布时间', 'Published at'), server),
    lifted_at: field.datetime(text('解除时间', 'Lifted at'), { ...server, list: 'offered' }),
  },
  life: lifecycle({
    initial: 'draft',
    states: {
      draft: { ...text('草稿', 'Draft'), tone: 'neutral', awaited: text('审核', 'Review') },
      approved: { ...text('已审核', 'Approved'), tone: 'warning', ...closed },
      published: { ...text('已发布', 'Published'), tone: 'bad', ...closed },
      lifted: { ...text('已解除', 'Lifted'), tone: 'muted', ...closed, final: true },
    },
    moves: {
      approve: {
        from: ['draft'],
        to: 'approved',
        label: text('审核通过', 'Approve'),
        tone: 'primary',
        emits: 'approved',
        stamps: ['approved_at', 'approved_by'],
        screens: true,
        byAnother: {
          else: text('起草人不能审核，须由另一人审核', 'Whoever drafted it cannot approve it'),
        },
      },
      return: {
        from: ['approved'],
        to: 'draft',
        label: text('退回修改', 'Return to draft'),
        emits: 'returned',
        input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 2, max: 500 }) },
      },
      publish: {
        from: ['approved'],
        to: 'published',
        label: text('发布', 'Publish'),
        tone: 'primary',
        emits: 'published',
        stamps: ['published_at'],
        input: {
          harmless: field.switch(text('文中号码可以公开', 'The numbers in it may be published')),
        },
        effect: text(
          '公众页面立即显示，在该地区带团的导游收到消息。',
          'Public pages show it at once, and guides with teams in the area receive a message.',
        ),
      },
      lift: {
        from: ['published'],
        to: 'lifted',
        label: text('解除', 'Lift'),
        emits: 'lifted',
        stamps: ['lifted_at'],
        input: { reason: field.textarea(text('解除情况', 'Why'), { required: true, min: 2, max: 500 }) },
      },
      lapse: {
        from: ['published'],
        to: 'lifted',
        by: [],
        label: text('到期解除', 'Lapse'),
        emits: 'lifted',
        stamps: ['lifted_at'],
      },
    },
  }),
});
export interface RiskNotice extends Row<typeof riskNotice> {}
