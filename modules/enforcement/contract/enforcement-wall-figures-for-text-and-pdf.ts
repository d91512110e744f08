import type {
  FiguresByPanel,
  NameDivisionInEnglish,
  PanelFigureGroup,
} from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { text } from '#kernel/text/text.ts';
import { officer } from '#modules/library/contract/officer/enforcement-officer.ts';
import { check } from './check/enforcement-check.ts';
import { type CoachPanel, coachAlertTypes } from './coaches-in-transit-wall-panels.ts';
import {
  coachesInTransit,
  coachesOfProvince,
  coachWallTexts,
} from './list-filters-behind-coaches-in-transit-figures.ts';
import type { CheckPanel, EnforcementPanel } from './wall/enforcement-check-wall-panels-and-feeds.ts';
import { enforcementCheckWallTexts, stageTexts } from './wall/enforcement-check-wall-texts.ts';
import {
  casesByStage,
  checksBegunThisMonth,
  checksInStage,
  checksOfPlan,
  checksOfResult,
  checksWithProblems,
  contributedRowsByKeys,
  limitsDueIn,
} from './wall/list-filters-behind-check-wall-figures.ts';

const figuresOfCoaches = (panel: CoachPanel, inEnglish: NameDivisionInEnglish): readonly PanelFigureGroup[] => [
  { figures: (['live', 'in', 'out'] as const).map((way) => ({ rows: coachesInTransit(panel, way) })) },
  { title: coachWallTexts.provinces, figures: panel.by_province.map((one) => ({ rows: coachesOfProvince(one) })) },
  {
    title: coachWallTexts.hits,
    records: panel.hits.map(({ of, id, plate_masked, type, at, place }) => ({
      of,
      id,
      title: plate_masked,
      at,
      parts: [coachAlertTypes[type] ?? text(type, type), text(place, inEnglish(place))],
    })),
  },
];

function figuresOfChecks(panel: CheckPanel): readonly PanelFigureGroup[] {
  const { area, rows = {}, month, results } = panel;
  return [
    {
      figures: [
        { rows: checksBegunThisMonth(panel) },
        { rows: checksWithProblems(panel) },
        ...(['reforms_due', 'reforms_on_time'] as const).flatMap((name) => {
          const title =
            name === 'reforms_due' ? enforcementCheckWallTexts.reformsDue : enforcementCheckWallTexts.reformsOnTime;
          const contributed = rows[name];
          return contributed ? [{ rows: contributedRowsByKeys(title, month[name], contributed) }] : [];
        }),
      ],
    },
    {
      title: enforcementCheckWallTexts.results,
      figures: results.map(({ code, n }) => ({ rows: checksOfResult(area, code, n) })),
    },
  ];
}

const figuresOfRunningChecks = (panel: EnforcementPanel): readonly PanelFigureGroup[] => [
  {
    figures: [
      ...panel.stages.map(({ stage, n }) => ({ rows: checksInStage(panel.area, stage, n) })),
      ...casesByStage(panel).map((rows) => ({ rows })),
    ],
    records: panel.checks.map(({ id, no, object, stage, at }) => ({
      of: check.name,
      id,
      title: object || no,
      at,
      parts: [stageTexts[stage]],
    })),
  },
];

/** Figures of the panels of checks and of coaches, by panel. */
export const enforcementWallFigures: FiguresByPanel = {
  vehicle: figuresOfCoaches,
  check: figuresOfChecks,
  check_plans: ({ area, plan }: CheckPanel) => [
    {
      figures: plan.flatMap((one) => [
        { rows: checksOfPlan(area, one, 'done') },
        { rows: checksOfPlan(area, one, 'total') },
      ]),
    },
  ],
  enforcement: ({ officers }: EnforcementPanel) => [
    {
      figures: [
        {
          rows: contributedRowsByKeys(
            enforcementCheckWallTexts.officers,
            officers.length,
            { of: officer.name, ids: officers.map(({ id }) => id) },
            enforcementCheckWallTexts.people,
          ),
        },
      ],
      records: officers.map(({ name, task, check_id, since }) => ({
        of: check.name,
        id: check_id,
        title: name,
        at: since,
        parts: [text(task, task)],
      })),
    },
  ],
  running_checks: figuresOfRunningChecks,
  check_limits: ({ deadlines }: EnforcementPanel) => [
    {
      figures: deadlines.toSorted((one, other) => one.due_in - other.due_in).map((one) => ({ rows: limitsDueIn(one) })),
    },
  ],
};
