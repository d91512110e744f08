import { textIn } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { invalid } from '#server/refusal.ts';
import { breadcrumbOfFirstChildRowError } from '#server/write/child-rows/child-row-error-breadcrumb.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import { finding } from '../../contract/anomaly/anomaly-finding.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { lockVehiclesAndCrewOfTeam } from '../itinerary/crew/lock-vehicles-and-crew-of-team.ts';
import { readRuleOverrides } from './anomaly-rule-threshold-overrides.ts';
import { type GraveFinding, notifyOfficersOfGraveFindings } from './notify-officers-of-grave-findings.ts';
import { readTeamSnapshot } from './read-team-snapshots.ts';
import type { AnomalyFinding } from './rule/declare-anomaly-rule.ts';
import { findAnomalies, type RuleOverrides } from './rule/find-anomalies-by-all-rules.ts';

type CheckContext = Pick<WriteContext, 'engine' | 'tx' | 'caller'>;

/**
 * Applies all rules to a team as this transaction sees it. Findings that block refuse the write, each at its field;
 * the others are stored for officers. Locks the crew first, so that two teams with the same vehicle are checked one
 * after the other. `given`: the thresholds, if already read.
 */
export async function checkTeamAndRefuseWriteOrStoreFindings(
  context: CheckContext,
  id: number,
  given?: RuleOverrides,
): Promise<readonly AnomalyFinding[]> {
  const { engine, tx, caller } = context;
  await lockVehiclesAndCrewOfTeam(tx, id);
  const team = await readTeamSnapshot(tx, id);
  if (!team) return [];
  const tuning = given ?? (await readRuleOverrides(engine, tx, [id]))(id);
  const found = findAnomalies(team, tuning);
  const blocking = found.filter(({ action }) => action === 'block');
  if (blocking.length > 0) {
    const errors: Record<string, string[]> = {};
    for (const { field = 'team_no', seen } of blocking)
      errors[field] = [...(errors[field] ?? []), textIn(seen, caller.locale)];
    throw invalid(errors, { ...itinerary.fields, ...breadcrumbOfFirstChildRowError(itinerary, errors, engine.find) });
  }
  await storeNewFindings(context, id, found);
  return found;
}

/** Stores findings of a team; one stored before is not stored again. */
export const storeNewFindings = (
  context: CheckContext,
  id: number,
  found: readonly AnomalyFinding[],
): Promise<number> => storeNewFindingsOfTeams(context, new Map([[id, found]]));

interface TeamWithFindings {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly team_no: string;
  readonly route: string | null;
  readonly start_at: number;
  readonly people: number | null;
  readonly area_code: string;
  readonly seen: string[];
}

/** Stores findings of several teams, each once; what is already stored is read in one statement. */
export async function storeNewFindingsOfTeams(
  { engine, tx, caller }: CheckContext,
  found: ReadonlyMap<number, readonly AnomalyFinding[]>,
): Promise<number> {
  const ids = [...found].filter(([, those]) => those.length > 0).map(([id]) => id);
  if (ids.length === 0) return 0;
  const teams = await tx.rows<TeamWithFindings>(sql`
    select i.id, i.team_no, i.route, floor(extract(epoch from i.start_at))::float8 as start_at, i.tourist_count as people, i.area_code, array(select f.code || ' ' || f.summary from travel_finding f where f.itinerary_id = i.id) as seen
    from travel_itinerary i where i.id = any(${ids}::bigint[]) order by i.id`);
  let storedCount = 0;
  for (const team of teams) {
    const { id, area_code, seen: seenBefore } = team;
    const seen = new Set(seenBefore);
    const grave: GraveFinding[] = [];
    for (const { code, severity, action, article, seen: description } of found.get(id) ?? []) {
      const [summary, summary_en] = [shorten(description['zh-cn']), shorten(description.en)];
      if (seen.has(`${code} ${summary}`)) continue;
      seen.add(`${code} ${summary}`);
      const set = {
        itinerary_id: id,
        code,
        severity,
        action,
        summary,
        area_code,
        summary_en,
        article: article['zh-cn'],
        article_en: article.en,
        status: action === 'log' ? 'kept' : 'open',
      };
      const stored = await write(
        engine,
        finding,
        onBehalfOf(caller),
        { operation: 'add', input: {}, set, unread: true },
        tx,
      );
      if (severity === '3' && set.status === 'open') grave.push({ id: stored.id, code, summary, summary_en });
      storedCount += 1;
    }
    await notifyOfficersOfGraveFindings({ engine, tx }, team, grave);
  }
  return storedCount;
}

const shorten = (summary: string): string => summary.slice(0, 500);
