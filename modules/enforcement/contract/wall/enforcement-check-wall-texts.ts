import { text } from '#kernel/text/text.ts';
import type { CaseStage, RunningStage } from './enforcement-check-wall-panels-and-feeds.ts';

export const enforcementCheckWallTexts = {
  checks: text('本月检查', 'Visits this month'),
  problems: text('发现问题', 'With problems'),
  reformsDue: text('本月整改到期', 'Corrections due'),
  reformsOnTime: text('按期整改', 'Corrected in time'),
  results: text('检查结果', 'Results'),
  noResults: text('还没有审核过的检查', 'No check has been reviewed yet'),
  noPlans: text('没有实施中的检查计划', 'No plan is in progress'),
  done: text('{name} · 已完成', '{name} · done'),
  total: text('{name} · 全部任务', '{name} · all checks'),
  of: text('共', 'of'),
  officers: text('在岗执法人员', 'Officers on site'),
  unplaced: text('{n} 人没有位置', '{n} without a location'),
  running: text('正在检查', 'Running checks'),
  noneRunning: text('此刻没有正在进行的检查', 'No check is in progress'),
  noLimits: text('七日内没有到期事项', 'Nothing falls due within seven days'),
  overdue: text('已超期', 'Overdue'),
  today: text('今日到期', 'Due today'),
  inDays: text('{n} 日内到期', 'Due in {n} {n|day|days}'),
  unit: text('件', ''),
  people: text('人', '{n|officer|officers}'),
} as const;

export const stageTexts: Readonly<Record<RunningStage, { readonly 'zh-cn': string; readonly en: string }>> = {
  on_site: text('已入企', 'On site'),
  recording: text('检查中', 'Recording'),
  submitted: text('待审核', 'Awaiting review'),
};

/** Orders that ended so, all of them: nothing here says when the case is decided. */
export const caseStageTexts: Readonly<Record<CaseStage, { readonly 'zh-cn': string; readonly en: string }>> = {
  referred: text('转立案', 'Referred for a case'),
};
