import type { Engine } from '#server/engine.ts';
import { type AnomalyCode, anomalyCodes } from '../contract/anomaly.ts';
import { teamRules } from '../contract/rules-settings.ts';
import type { Tuning } from './anomaly/rules.ts';

/** What this place goes by, as administrators set it. */
export function readTuning(engine: Pick<Engine, 'settings'>): Tuning {
  const said = engine.settings(teamRules);
  const parameters: Partial<Record<AnomalyCode, Readonly<Record<string, number>>>> = {
    I03: { day_hours: said.driving_hours },
    I04: { drivers_count: said.drivers_count === '0' ? 0 : 1 },
    I05: { percent: said.guidance_percent },
    I07: { percent: said.shopping_percent },
    I11: { lead_hours: said.lead_hours, one_day_hours: said.one_day_hours },
    I13: { days: said.guide_days },
    I17: { teams: said.teams_a_day },
  };
  const [resting, advisory] = [new Set<string>(said.resting ?? []), new Set<string>(said.advisory ?? [])];
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
