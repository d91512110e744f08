import { useMemo } from 'react';
import { useText } from '#web/i18n/locale.ts';
import { ClusterMap } from '#web/map/cluster/lazy-cluster-map.tsx';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import type { ThemeName } from '#web/theme/theme-design-tokens.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import { emergencyResourceKinds } from '../../contract/incident-sources-grades-and-offices.ts';
import type {
  EmergencyResourcesNearIncident,
  PlacedResourceGuideOrCoach,
} from '../../contract/resources-guides-and-coaches-near-incident-answer-types.ts';
import { incidentCommandTexts as texts } from './incident-command-texts.ts';

interface NearbyHelpListProps {
  readonly help: EmergencyResourcesNearIncident;
  /** Division drawn behind the points. */
  readonly area: string;
  readonly theme?: ThemeName;
  readonly calm?: boolean;
}

/** What can help near an incident: on a map, and by kind with distance and telephone. */
export function MapAndListOfResourcesGuidesAndCoachesNearIncident({
  help,
  area,
  theme,
  calm = false,
}: NearbyHelpListProps) {
  const t = useText();
  const own = useColourScheme();
  const colours = coloursOfAllThemes[theme ?? own];
  const tones = useMemo(
    () => [
      { name: 'incident', label: t(texts.incident), color: colours.cinnabar },
      { name: 'resource', label: t(texts.nearby), color: colours.celadon },
      { name: 'guide', label: t(texts.guides), color: colours.amber },
      { name: 'vehicle', label: t(texts.vehicles), color: colours.bronze },
    ],
    [t, colours],
  );
  if (help.origin === null) return <p className="xj-command-soft">{t(texts.noPlace)}</p>;
  const pointsOf = (list: readonly PlacedResourceGuideOrCoach[], tone: number) =>
    list.map(({ id, name, lng, lat }) => ({ id, label: name, lng, lat, tone }));
  const points = [
    { ...help.origin, tone: 0, label: t(texts.incident) },
    ...pointsOf(help.resources, 1),
    ...pointsOf(help.guides, 2),
    ...pointsOf(help.vehicles, 3),
  ];
  return (
    <div className="xj-command-nearby">
      <div className="xj-command-map">
        <ClusterMap
          label={t(texts.nearbyMap)}
          areaCode={area}
          {...{ points, tones, calm, ...(theme ? { theme } : {}) }}
          pulses={[{ key: 'incident', ...help.origin }]}
          onOpen={() => undefined}
          cooperative
        />
      </div>
      {help.resources.length === 0 && <p className="xj-command-soft">{t(texts.noneNear)}</p>}
      <ul className="xj-command-help">
        {help.resources.map((place) => (
          <Line key={`resource ${place.id}`} one={place} group={t(emergencyResourceKinds[place.kind])} />
        ))}
        {help.guides.map((one) => (
          <Line key={`guide ${one.id}`} one={one} group={t(texts.guides)} />
        ))}
        {help.vehicles.map((one) => (
          <Line key={`vehicle ${one.id}`} one={one} group={t(texts.vehicles)} />
        ))}
      </ul>
    </div>
  );
}

function Line({ one, group }: { readonly one: PlacedResourceGuideOrCoach; readonly group: string }) {
  const t = useText();
  const { distance } = one;
  return (
    <li>
      <small>{group}</small>
      <span>{one.name}</span>
      <em>
        {distance < 1000 ? t(texts.metres, { n: distance }) : t(texts.kilometres, { n: (distance / 1000).toFixed(1) })}
      </em>
      {one.phone ? <a href={`tel:${one.phone}`}>{one.phone}</a> : <span />}
    </li>
  );
}
