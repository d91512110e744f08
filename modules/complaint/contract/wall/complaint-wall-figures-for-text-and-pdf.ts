import type { FiguresByPanel, PanelFigureGroup } from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { text } from '#kernel/text/text.ts';
import { complaint } from '../complaint.ts';
import { complaintStates } from '../complaint-states.ts';
import type { ComplaintWallPanel } from '../complaint-wall-panels.ts';
import { complaintWallTexts } from './complaint-wall-texts.ts';
import { listFiltersBehindComplaintCounts } from './list-filters-behind-complaint-counts.ts';

function figuresOfComplaints(panel: ComplaintWallPanel): readonly PanelFigureGroup[] {
  const { today, month, pending, decided, ended } = listFiltersBehindComplaintCounts(panel);
  return [
    {
      figures: [
        { rows: today },
        { rows: month },
        { rows: pending },
        {
          label: complaintWallTexts.onTime,
          rows: decided,
          instead: { share: decided.n > 0 ? panel.accept_on_time : null },
        },
        { label: complaintWallTexts.settled, rows: ended, instead: { share: ended.n > 0 ? panel.settle_rate : null } },
        {
          label: complaintWallTexts.days,
          rows: ended,
          instead: { mean: ended.n > 0 ? panel.avg_days : null, unit: complaintWallTexts.dayUnit },
        },
      ],
    },
  ];
}

/** Figures of the panels of complaints, by panel. */
export const complaintWallFigures: FiguresByPanel = {
  complaint: figuresOfComplaints,
  complaint_latest: ({ latest }: ComplaintWallPanel, inEnglish) => [
    {
      records: latest.map(({ id, no, area, masked_name, at, status }) => ({
        of: complaint.name,
        id,
        title: no,
        at,
        parts: [text(masked_name, masked_name), text(area, inEnglish(area)), complaintStates[status]],
      })),
    },
  ],
};
