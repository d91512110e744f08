import type { EmergencyResourceKind } from './incident-sources-grades-and-offices.ts';

/** Metres within which help is looked for unless the caller says otherwise, and at most. */
export const nearbyResourceRadius = { usual: 50_000, most: 200_000 } as const;

export interface PlacedResourceGuideOrCoach {
  readonly id: number;
  readonly name: string;
  readonly phone: string | null;
  readonly lng: number;
  readonly lat: number;
  /** Metres as the crow flies. */
  readonly distance: number;
}

/** Answer of `GET /admin/incident.command/nearby {id}`: what can help near an incident, the nearest first. */
export interface EmergencyResourcesNearIncident {
  /** Where the incident is; null: unknown, and nothing can be near it. */
  readonly origin: { readonly lng: number; readonly lat: number } | null;
  readonly resources: readonly (PlacedResourceGuideOrCoach & {
    readonly kind: EmergencyResourceKind;
    readonly around_the_clock: boolean;
    readonly capacity: number | null;
  })[];
  /** Guides with teams on the way, by their last sign of life. `at` in Unix seconds. */
  readonly guides: readonly (PlacedResourceGuideOrCoach & { readonly team_no: string; readonly at: number })[];
  /** Coaches with a position of the last hours. */
  readonly vehicles: readonly (PlacedResourceGuideOrCoach & { readonly seats: number | null; readonly at: number })[];
}
