import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { IncidentClocksInstructionsAndHelpView } from './incident-clocks-instructions-and-help-view.tsx';

/** On the page of an incident: clocks, instructions and help near by. */
export default function IncidentClocksInstructionsAndHelpPanel({ row }: RecordPanelProps) {
  return <IncidentClocksInstructionsAndHelpView row={row} />;
}
