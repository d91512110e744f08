import { useText } from '#web/i18n/locale.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { ThemeName } from '#web/theme/theme-design-tokens.ts';
import { openIncidentStates } from '../../contract/incident-wall-panels.ts';
import { incidentCommandTexts as texts } from './incident-command-texts.ts';
import { IncidentInstructionLog } from './incident-instruction-log-with-entry-form.tsx';
import { IncidentTimeLimitClocks } from './incident-time-limit-clocks.tsx';
import { MapAndListOfResourcesGuidesAndCoachesNearIncident } from './map-and-list-of-resources-guides-and-coaches-near-incident.tsx';
import { useInstructionsOf, useNearbyResources } from './use-instructions-and-nearby-resources.ts';
import './incident-clocks-instructions-and-help-view.css';

interface IncidentCommandProps {
  readonly row: WireRow;
  /** Of the wall. Default: that of the page. */
  readonly theme?: ThemeName;
  readonly calm?: boolean;
}

/** What the command of an incident needs at one glance: clocks, instructions, and help near by. */
export function IncidentClocksInstructionsAndHelpView({ row, theme, calm = false }: IncidentCommandProps) {
  const t = useText();
  const id = Number(row.id);
  const instructions = useInstructionsOf(id);
  const nearby = useNearbyResources(id, row.place);
  const isOpen = (openIncidentStates as readonly unknown[]).includes(row.status);
  return (
    <div className="xj-command">
      <section>
        <h3>{t(texts.clocks)}</h3>
        <IncidentTimeLimitClocks clocks={row._clocks ?? []} />
        <IncidentInstructionLog
          incident={id}
          rows={instructions.data ?? []}
          isOpen={isOpen}
          onGiven={() => void instructions.refetch()}
        />
      </section>
      <section>
        <h3>{t(texts.nearby)}</h3>
        {nearby.isError && <p role="alert">{t(texts.nearbyFailed)}</p>}
        {nearby.data && (
          <MapAndListOfResourcesGuidesAndCoachesNearIncident
            help={nearby.data}
            area={String(row.area_code ?? '')}
            calm={calm}
            {...(theme ? { theme } : {})}
          />
        )}
      </section>
    </div>
  );
}
