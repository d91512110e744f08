import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type AnomalyCode, anomalyCodes } from '../../contract/anomaly/anomaly-codes-actions-and-severities.ts';
import { anomalySettings } from '../../contract/anomaly/anomaly-settings.ts';
import { isAreaThresholdName } from '../../contract/anomaly/area-threshold-bounds.ts';
import { anyOfIdsSql } from './any-of-ids-sql.ts';
import type { RuleOverrides } from './rule/find-anomalies-by-all-rules.ts';

/** Thresholds and actions from the settings, which apply where an area has no value of its own. */
export function ruleOverridesFromSettings(engine: Pick<Engine, 'settings'>): RuleOverrides {
  const settings = engine.settings(anomalySettings);
  const parameters: Partial<Record<AnomalyCode, Readonly<Record<string, number>>>> = {
    I03: { day_hours: settings.driving_hours },
    I04: { drivers_count: settings.drivers_count === '0' ? 0 : 1 },
    I05: { percent: settings.guidance_percent },
    I07: { percent: settings.shopping_percent },
    I11: { lead_hours: settings.lead_hours, one_day_hours: settings.one_day_hours },
    I13: { days: settings.guide_days },
    I17: { teams: settings.teams_a_day },
  };
  const [resting, advisory] = [new Set<string>(settings.resting ?? []), new Set<string>(settings.advisory ?? [])];
  return Object.fromEntries(
    (Object.keys(anomalyCodes) as AnomalyCode[]).map((code) => [
      code,
      {
        parameters: parameters[code] ?? {},
        ...(advisory.has(code) ? { action: 'review' as const } : {}),
        rests: resting.has(code),
      },
    ]),
  );
}

/** A threshold set by an area. */
export interface AreaThresholdOverride {
  readonly parameter: string;
  readonly value: number;
}

/** Replaces thresholds by those of an area. */
export function applyAreaOverrides(base: RuleOverrides, values: readonly AreaThresholdOverride[]): RuleOverrides {
  const tuned: { [C in AnomalyCode]?: RuleOverrides[C] } = { ...base };
  for (const { parameter, value } of values) {
    if (!isAreaThresholdName(parameter)) continue;
    const [code, name] = parameter.split('.') as [AnomalyCode, string];
    tuned[code] = { ...tuned[code], parameters: { ...tuned[code]?.parameters, [name]: value } };
  }
  return tuned;
}

/** Reads the thresholds for teams by their areas of departure, in one statement; the nearest area applies. */
export async function readRuleOverrides(
  engine: Pick<Engine, 'settings'>,
  tx: Pick<Transaction, 'rows'>,
  ids: readonly number[],
): Promise<(id: number) => RuleOverrides> {
  // codes of nearer areas sort later: 530102 after 530100 after 530000
  const rows = await tx.rows<AreaThresholdOverride & { team: number; [column: string]: unknown }>(sql`
    select distinct on (i.id, t.parameter) i.id as team, t.parameter, t.value
    from travel_itinerary i join travel_threshold t
      on t.area_code in (i.area_code, left(i.area_code, 4) || '00', left(i.area_code, 2) || '0000')
    where i.id = ${anyOfIdsSql(ids)} order by i.id, t.parameter, t.area_code desc`);
  const base = ruleOverridesFromSettings(engine);
  const own = new Map<number, AreaThresholdOverride[]>();
  for (const { team, ...one } of rows) own.set(team, [...(own.get(team) ?? []), one]);
  return (id) => {
    const values = own.get(id);
    return values ? applyAreaOverrides(base, values) : base;
  };
}
