import { useQuery } from '@tanstack/react-query';
import { get } from '#web/http/client.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { can } from '#web/session/session.ts';
import { incident } from '../../contract/incident.ts';
import { incidentInstruction } from '../../contract/incident-instruction.ts';
import type { EmergencyResourcesNearIncident } from '../../contract/resources-guides-and-coaches-near-incident-answer-types.ts';

/** Milliseconds between two readings while nothing says that something has changed. */
const again = 15_000;
/** Instructions shown; the list of the incident has all. */
const mostInstructions = 30;

/** The instructions of an incident, the newest first. */
export function useInstructionsOf(id: number) {
  return useQuery({
    queryKey: ['resource', incidentInstruction.name, 'of incident', id],
    queryFn: async ({ signal }): Promise<readonly WireRow[]> => {
      const search = [{ field: 'incident_id', operator: '=', val: String(id) }];
      return (await listRows(incidentInstruction, { limit: mostInstructions, search }, { signal })).list ?? [];
    },
    refetchInterval: again,
    enabled: can(`${incidentInstruction.name}/index`),
  });
}

/** Help near an incident; read again when its place changes. */
export function useNearbyResources(id: number, place: unknown) {
  return useQuery({
    queryKey: ['resource', incident.name, 'nearby', id, JSON.stringify(place)],
    queryFn: ({ signal }) =>
      get<EmergencyResourcesNearIncident>(
        '/admin/incident.command/nearby',
        { id },
        { area: 'admin', quiet: true, signal, duplicate: 'allow' },
      ),
    refetchInterval: again * 4,
    enabled: can(`${incident.name}/verify`),
  });
}
