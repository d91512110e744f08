import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { opinionLevels } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';

const server = { write: 'server' } as const;

const ruleLife = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('草稿', 'Draft'), tone: 'muted' },
    on: { ...text('已启用', 'On'), tone: 'good', editable: false, deletable: false },
    off: { ...text('已停用', 'Off'), tone: 'muted', deletable: false },
  },
  moves: {
    preview: {
      from: ['draft', 'off'],
      label: text('预演', 'Try on last month'),
      stamps: ['previewed_at'],
      effect: text(
        '按最近 30 天的信息计算会触发的预警。',
        'Computes the alerts that the last 30 days would have raised.',
      ),
    },
    switchOn: {
      from: ['draft', 'off'],
      to: 'on',
      label: text('启用', 'Switch on'),
      tone: 'primary',
      when: [
        {
          if: [['previewed_at', 'NOT NULL']],
          else: text('先预演，看上月会触发哪些预警', 'Preview it first on the posts of last month'),
        },
      ],
    },
    switchOff: { from: ['on'], to: 'off', label: text('停用', 'Switch off') },
  },
});

/** When a topic becomes an alert. All conditions that are filled in have to hold within the window (domain reference §2.M). */
export const opinionAlertRule = resource({
  name: 'opinion/rule',
  label: text('预警规则', 'Alert rules'),
  icon: 'control',
  title: 'name',
  scope: 'area',
  order: ['id', 'desc'],
  remark: text(
    '填写的条件须同时满足。启用前先预演，编辑后须重新预演。',
    'All conditions that are filled in have to hold. A rule is tried on last month before it is switched on, and again after an edit.',
  ),
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 60, search: true }),
    level: field.radio(text('等级', 'Level'), { required: true, optionList: opinionLevels }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
    window_hours: field.integer(text('时间窗（小时）', 'Window (hours)'), {
      required: true,
      min: 1,
      max: 168,
      initial: 24,
    }),
    min_items: field.integer(text('信息数不少于', 'Posts, at least'), {
      required: true,
      min: 1,
      max: 10_000,
      initial: 3,
    }),
    negative_share: field.integer(text('负面占比不低于（%）', 'Negative, at least (%)'), { min: 1, max: 100 }),
    heat_growth: field.integer(text('热度增幅不低于（%）', 'Growth of heat, at least (%)'), {
      min: 1,
      max: 100_000,
      hint: text('与前一个时间窗相比', 'Compared with the window before'),
    }),
    min_fans: field.integer(text('作者粉丝不少于', 'Followers of an author, at least'), { min: 1, max: 2_000_000_000 }),
    sensitive: field.switch(text('含敏感词', 'With sensitive words'), { initial: '0' }),
    phrases: field.text(text('含以下任一词语', 'With any of these phrases'), {
      max: 300,
      list: 'offered',
      hint: text('以顿号或逗号分开', 'Separated by commas'),
    }),
    previewed_at: field.datetime(text('预演时间', 'Last tried'), server),
    would_raise: field.integer(text('上月会触发', 'Would have raised'), server),
  },
  life: ruleLife,
});
export interface OpinionAlertRule extends Row<typeof opinionAlertRule> {}
