import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { complaint } from './complaint.ts';
import { complaintFilingAndProgressPage } from './complaint-page-path-title-and-moves-of-complainant.ts';
import { complaintMapLayer, complaintWallPanels } from './complaint-wall-panels.ts';
import { complainantDemand } from './demand-of-complainant.ts';
import { jointComplainant } from './joint-complainant.ts';
import { mediation } from './mediation-session-of-complaint.ts';
import { depositTransfer } from './payment-to-complainant-from-quality-deposit.ts';

/** Complaints of tourists, from filing to the call after their end (domain reference §2.L). */
export const complaintModule = module_({
  name: 'complaint',
  label: text('投诉', 'Complaints'),
  icon: 'message',
  weigh: 84,
  entries: [complaint, complainantDemand, jointComplainant, mediation, depositTransfer],
  pages: [complaintFilingAndProgressPage],
  panels: complaintWallPanels,
  mapLayers: [complaintMapLayer],
});
