import type { DeadlineAlert, DeadlineAlertPanel } from '#modules/wall-screen/contract/deadline-alert-panel.ts';

/** The alerts of an area that this wall has rung for or found when it opened, the latest last. */
export interface HeardAlerts {
  readonly area: string;
  readonly keys: readonly string[];
}

/** Most keys that are remembered: the lane lists forty. */
const mostKeys = 2_000;

/** A deadline of a row: a new deadline is a new alert. */
export const alertKeyOf = (one: DeadlineAlert): string => `${one.resource}:${one.id}:${one.due_at}`;

/**
 * What a reading adds to the alerts that were heard. `ring`: an alert is new. An alert that leaves the lane and comes
 * back, because others came before it or the wall was cut off, is not; nor are those of an area that was not shown
 * before.
 */
export function noteHeardAlertsAndWhetherToRing(
  before: HeardAlerts | undefined,
  { area, alerts }: Pick<DeadlineAlertPanel, 'area' | 'alerts'>,
): { heard: HeardAlerts; ring: boolean } {
  const same = before?.area === area.code ? before : undefined;
  const heardKeys = new Set(same?.keys);
  const fresh = alerts.filter((one) => !one.acknowledged && !heardKeys.has(alertKeyOf(one))).map(alertKeyOf);
  // one that somebody else acknowledged meanwhile needs no bell if it comes back
  const acknowledged = alerts.filter((one) => one.acknowledged && !heardKeys.has(alertKeyOf(one))).map(alertKeyOf);
  return {
    heard: { area: area.code, keys: [...(same?.keys ?? []), ...fresh, ...acknowledged].slice(-mostKeys) },
    ring: same !== undefined && fresh.length > 0,
  };
}
