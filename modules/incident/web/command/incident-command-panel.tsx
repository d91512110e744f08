import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { IncidentCommandView } from './incident-command-view.tsx';

/** On the page of an incident: clocks, instructions and help near by. */
export default function IncidentCommandPanel({ row }: RecordPanelProps) {
  return <IncidentCommandView row={row} />;
}
