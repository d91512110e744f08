import type { FiguresByPanel, PanelFigureGroup } from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { text } from '#kernel/text/text.ts';
import { incidentLevels } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';
import { incident } from '../incident.ts';
import type { IncidentWallPanel } from '../incident-wall-panels.ts';
import { listFiltersBehindIncidentCounts } from './list-filters-behind-incident-counts.ts';

const open = text('处理中的安全事件', 'Open incidents');

function figuresOfIncidents(
  panel: IncidentWallPanel,
  inEnglish: (chinese: string) => string,
): readonly PanelFigureGroup[] {
  const counts = listFiltersBehindIncidentCounts(panel);
  return [
    { figures: [counts.open, counts.unverified, counts.not_onward, counts.month].map((rows) => ({ rows })) },
    {
      title: open,
      records: panel.latest.map(({ id, title, level, status, happened_at, area_name }) => ({
        of: incident.name,
        id,
        title,
        at: happened_at,
        parts: [
          incidentLevels.options[level] ?? text(level, level),
          incident.life?.states[status] ?? text(status, status),
          ...(area_name === null ? [] : [text(area_name, inEnglish(area_name))]),
        ],
      })),
    },
  ];
}

/** Figures of the panels of incidents, by panel. */
export const incidentWallFigures: FiguresByPanel = { incident: figuresOfIncidents };
