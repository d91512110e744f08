import { field } from '#kernel/field/field.ts';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { coversArea } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { badParameter } from '#server/refusal.ts';
import { divisionNameIn } from '#server/system/division-name.ts';
import { type AnomalyCode, anomalyCodes } from '../../contract/anomaly/anomaly-codes-actions-and-severities.ts';
import { finding } from '../../contract/anomaly/anomaly-finding.ts';
import type { AnomalyRuleInArea, ThresholdInArea } from '../../contract/anomaly/anomaly-rule-in-area-answer-types.ts';
import { type AreaThresholdName, areaThresholdBounds } from '../../contract/anomaly/area-threshold-bounds.ts';
import { unfiledCoach } from '../../contract/anomaly/coach-seen-without-filed-team.ts';
import { ruleOverridesFromSettings } from './anomaly-rule-threshold-overrides.ts';
import { coachWithoutFiledTeamRule as unfiledRule } from './rule/coach-without-filed-team.ts';
import { anomalyRules } from './rule/find-anomalies-by-all-rules.ts';

/** Rules for teams and the one for coaches without a team, by code. */
const rulesByCode = [...anomalyRules, unfiledRule].toSorted((a, b) => (a.code < b.code ? -1 : 1));

/** Areas listed for a rule at most. */
const maxAreas = 30;

interface FindingCount {
  readonly code: string;
  readonly area: string | null;
  readonly confirmed: number;
  readonly false_alarm: number;
  readonly open: number;
  readonly [column: string]: unknown;
}
interface AreaThreshold {
  readonly id: number;
  readonly version: number;
  readonly parameter: string;
  readonly value: number;
  readonly area_code: string;
  readonly [column: string]: unknown;
}

const input = { area: field.area(text('地区', 'Area')) };

/** The requested area, else that of the officer; empty for officers of all areas. */
function areaOf({ input: { area }, caller, engine }: CallWithValidatedInput<typeof input>): string {
  const areas = engine.reference.areas();
  if (area === null) return areas.has(caller.areaCode) ? caller.areaCode : '';
  if (!areas.has(area) || !coversArea(caller, area)) throw badParameter();
  return area;
}

/** `GET rules` `{area?}`: rules with their thresholds and precision in an area. */
async function readRules(
  made: CallWithValidatedInput<typeof input>,
): Promise<{ area: string; list: AnomalyRuleInArea[] }> {
  const { engine, caller } = made;
  const area = areaOf(made);
  const inside = area ? sql`starts_with(t.area_code, ${areaPrefix(area)})` : sql`true`;
  const judgedOf = (of: typeof finding | typeof unfiledCoach, code: Sql) => {
    const scope = scopeOf(of, caller, engine.find);
    return sql`select ${code} as code, t.area_code, t.status from ${sql.id(tableOf(of))} t where ${inside}${scope ? sql` and ${scope}` : sql.empty}`;
  };
  const found = await engine.db.rows<FindingCount>(sql`
    select t.code, t.area_code as area, count(*) filter (where t.status = 'confirmed')::int as confirmed,
      count(*) filter (where t.status = 'false_alarm')::int as false_alarm, count(*) filter (where t.status = 'open')::int as open
    from (${judgedOf(finding, sql`t.code`)} union all ${judgedOf(unfiledCoach, sql`${unfiledRule.code}::text`)}) t
    group by grouping sets ((t.code), (t.code, t.area_code))`);
  const above = area ? [area, `${area.slice(0, 4)}00`, `${area.slice(0, 2)}0000`] : [];
  const set = await engine.db.rows<AreaThreshold>(sql`
    select distinct on (parameter) id, version, parameter, value, area_code from travel_threshold
    where area_code = any(${above}::text[]) order by parameter, area_code desc`);
  const base = ruleOverridesFromSettings(engine);
  const nameOf = (code: string) => divisionNameIn(engine.reference.areas(), code, caller.locale) ?? code;
  const view = (name: AreaThresholdName): ThresholdInArea => {
    const [code, parameter] = name.split('.') as [AnomalyCode, string];
    const begins = (
      rulesByCode.find((one) => one.code === code)?.parameters as Readonly<Record<string, number>> | undefined
    )?.[parameter];
    const usual = base[code]?.parameters?.[parameter] ?? begins ?? 0;
    const one = set.find((each) => each.parameter === name);
    return {
      name,
      usual,
      value: one?.value ?? usual,
      area: one ? { code: one.area_code, name: nameOf(one.area_code) } : null,
      own: one && one.area_code === area ? { id: one.id, version: one.version } : null,
    };
  };
  const names = Object.keys(areaThresholdBounds) as AreaThresholdName[];
  return {
    area,
    list: rulesByCode.map(({ code, severity, action, article }) => {
      const judged = found.filter((one) => one.code === code);
      const whole = judged.find((one) => one.area === null);
      return {
        code,
        severity,
        article,
        action: base[code]?.action ?? action,
        rests: base[code]?.rests ?? false,
        thresholds: names.filter((name) => areaThresholdBounds[name].code === code).map(view),
        judged: { confirmed: whole?.confirmed ?? 0, false_alarm: whole?.false_alarm ?? 0 },
        open: whole?.open ?? 0,
        areas: judged
          .flatMap(({ area: at, confirmed, false_alarm }) =>
            at !== null && confirmed + false_alarm > 0 ? [{ code: at, name: nameOf(at), confirmed, false_alarm }] : [],
          )
          .toSorted((a, b) => b.confirmed + b.false_alarm - a.confirmed - a.false_alarm || a.code.localeCompare(b.code))
          .slice(0, maxAreas),
      };
    }),
  };
}

const judged = { confirmed: integer, false_alarm: integer };

const ruleInArea = object({
  code: { type: 'string', enum: Object.keys(anomalyCodes) },
  severity: string,
  action: string,
  rests: boolean,
  article: object({ 'zh-cn': string, en: string }),
  thresholds: list(
    object({
      name: string,
      value: integer,
      usual: integer,
      area: orNull(object({ code: string, name: string })),
      own: orNull(object({ id: key, version: integer })),
    }),
  ),
  judged: object(judged),
  open: integer,
  areas: list(object({ code: string, name: string, ...judged })),
});

const rules = call({
  gate: 'rule',
  node: 'travel/threshold/index',
  summary: text('各规则在某地的阈值与准确率', 'Thresholds and precision of each rule in an area'),
  limit: { perMinute: 120 },
  input,
  answer: object({ area: string, list: list(ruleInArea) }),
  run: readRules,
});

export const listAnomalyRulesWithThresholdsAndPrecisionControllers: readonly Controller[] = [
  { app: 'admin', name: 'travel.threshold', actions: { rules } },
];
