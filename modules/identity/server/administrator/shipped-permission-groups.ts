import { systemCaller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { adminGroup } from '../../contract/admin-group.ts';

const everyday = [
  '^workbench$',
  '^dashboard$',
  '^search$',
  '^enterprise$',
  '^enterprise/(enterprise|licence|staff|claim|person|log)$',
  '^enterprise/(enterprise|licence|staff|claim|person|log)/(index|export|reveal)$',
  '^travel$',
  '^travel/[a-zA-Z]+$',
  '^travel/(product|template|guidancePrice|itinerary|teamSource|dispatch|finding|unfiledCoach|sos|changeRequest|roadNote)/(index|export|reveal)$',
  // menus come with read access: tourists' names masked, rules of the area
  '^travel/(tourist|threshold)/index$',
  // every post may answer calls for help
  '^travel/sos/(acknowledge|close)$',
  '^crew$',
  '^crew/(guide|driver|vehicle|rating)$',
  '^crew/(guide|driver|vehicle|rating)/(index|export|reveal)$',
  '^insurance$',
  '^cariframe$',
  '^rental$',
  '^rental/(selection|demand|quote|order)($|/(index|export)$)',
  '^rental/selection/(add|edit|del)$',
  '^rental/(demand|order)/cancel$',
  '^insurance/(policy|claim|coverage)($|/(index|export)$)',
  // officers on the road look up coaches and record checks
  '^enforcement($|/roadside)',
  '^enforcement/((plan|draw|expertDraw|check|checkAnswer|checkAppeal|frequencyCap|visitReason|cycle)($|/(index|export)$)|ceremony$)',
  '^enforcement/visitReason/add$',
  '^enforcement/check/internal$',
  '^reform($|/(order|problem|evidence)($|/(index|export)$))',
  '^complaint($|/(complaint|mediation)($|/(index|export)$))',
  '^evaluation($|/evaluation($|/(index|export)$))',
  // an incident is everybody's: whoever hears of it reports and verifies it, and keeps the list of who can help
  '^incident($|/(incident|instruction|riskNotice)($|/(index|export)$)|/emergencyResource($|/))',
  '^incident/incident/(add|edit|supplement|update|verify|reportOnward)$',
  '^incident/instruction/(acknowledge|finish)$',
  '^incident/riskNotice/(add|edit|del)$',
  // how full a spot is concerns every post; whoever is on duty confirms a warning and writes down calls
  '^scenic($|/(spot|capacity|count|warning)($|/(index|export)$))',
  '^scenic/warning/(confirm|control|act|logCall)$',
  '^scenic/count/(add|import)$',
  '^opinion($|/(item|topic|alert)($|/(index|export)$))',
  '^credit($|/(event|score|guideEvent|guideScore|listing|repair|formula)($|/(index|export)$))',
  // what phones sent, and one’s phones
  '^field($|/kit$|/(operation|device|copy)($|/(index|export)$))',
  // what checks and cases rest on is read by every post
  '^library($|/[a-zA-Z]+($|/(index|export)$))',
  '^risk($|/(score|model)($|/(index|export)$))',
  '^reward$',
  '^reward/(policy|application|check|objection|record)($|/(index|export)$)',
  // everybody reads notices; upper offices write, review and publish them
  '^article$',
  '^article/reading($|/index$)',
  '^screen$',
  '^largedatascreen$',
  // duty officers acknowledge what is due, and read who did
  '^screen/duty($|/(index|export)$)',
  '^reports?$',
  // everybody schedules reports of what they may read themselves
  '^reports/(schedule|made)($|/)',
  // and follows the views of lists that they may see (docs/decisions/access.md)
  '^auth$',
  '^auth/(subscription|sentView)($|/)',
  // every authority decides in its own name: whoever suspends or penalises drafts, issues, serves and voids the
  // document
  '^document$',
  '^document/document($|/)',
];
const upper = [
  ...everyday,
  '^enterprise/enterprise/',
  '^enterprise/(licence|deposit|staff|claim|person)/',
  '^travel/',
  '^crew/(guide|driver|vehicle|rating)/',
  '^insurance/',
  '^library/',
  '^field/',
  '^risk/',
  '^reward/',
  '^rental/',
  '^enforcement/(plan|draw|expertDraw|check|checkAnswer|checkAppeal|frequencyCap|visitReason|cycle)/',
  // those who supervise offices read how enterprises rate their checks, officers never do
  '^enforcement/checkRatings$',
  '^reform/',
  '^complaint/',
  '^evaluation/',
  '^incident/',
  '^scenic/',
  '^opinion/',
  '^credit/',
  '^article/',
  '^help($|/)',
  '^message(/(sms|wechat).*)?$',
  '^wechat($|/)',
  '^auth/department',
  '^auth/adminLog',
  '^auth/view',
  '^system$',
  '^openapi$',
  '^evidence($|/(state|root|key)($|/index$))',
  '^evidence/root/(export|extract|verify|receive)$',
];
const lower = [
  ...everyday,
  // views are shared within the office (docs/decisions/access.md)
  '^auth/view($|/)',
  '^enterprise/enterprise/(add|edit|del|import|submit|accept|firstPass|return|reject|suspend|resume|annulSuspension|annulPastSuspension|change|assign)$',
  '^enterprise/(licence|staff)/(add|edit|del|import)$',
  // returning a deposit is for the office that licensed the agency
  '^enterprise/deposit/(add|edit|notifyTopup|topUp)$',
  '^enterprise/licence/(confirm|return|renew|confirmRenewal|refuseRenewal)$',
  '^insurance/(policy|claim)/(add|edit|del|import)$',
  '^insurance/policy/(verify|mismatch|change|verifyChange|refuseChange|cancel)$',
  '^insurance/claim/(file|assess|pay|refuse)$',
  '^insurance/coverage/(urge|lapse|renew|end|assign)$',
  '^enterprise/staff/(verify|return|change|verifyChange|refuseChange)$',
  // guidance prices belong to upper offices; teams, findings and products of the county to itself
  '^travel/(product|template|itinerary|teamSource|finding|unfiledCoach)/',
  '^crew/(guide|driver|vehicle)/(add|edit|import|submit|verify|return|change|verifyChange|refuseChange)$',
  '^crew/(driver|vehicle)/(stop|resume|leave|scrap)$',
  // special checks and void draws need a leader
  '^enforcement/plan/(add|edit|del|approve|return|file|publish|start|close)$',
  '^enforcement/(draw|expertDraw)/(add|edit|del|prepare|reopen|commit|seed|open|publish|void:request|draftChecks)$',
  // a county approves and makes its own checks, except special ones
  '^enforcement/check/(?!approveSpecial$)',
  '^enforcement/(checkAnswer|checkAppeal|visitReason|cycle)/',
  '^crew/rating/add$',
  // whoever checks orders what to correct, and reviews it
  '^reform/',
  '^complaint/',
  '^evaluation/',
  // capacities are approved above
  '^scenic/(spot|count|source|warning|weather)/',
  '^scenic/capacity/(add|edit|del|revise)$',
  '^opinion/',
  // formulas apply to the whole area and are set above
  '^credit/(event|guideEvent|listing|repair)/',
  // every office keeps its own officers and experts
  '^library/(officer|recusal|expert|expertService)/',
  // a lost phone is revoked where it is missed
  '^field/device/(revoke|writeOff|handIn)$',
  '^risk/score/(override|lift)$',
  // its closed cases are written up where they happened, and published above
  '^library/typicalCase/(add|edit|del)$',
  // second review, publicity and payment belong to the prefecture
  '^reward/application/(add|edit|declare|apply|withdraw|recheck|pass|return|reject)$',
  '^reward/record/(add|edit|del|import)$',
  '^reward/objection/add$',
];

/** Whoever begins and ends the response to an incident in a county, instructs others, and warns the public. */
const command = ['^workbench$', '^dashboard$', '^screen$', '^largedatascreen$', '^incident($|/)'];

export type OfficeLevelOfGroup = 'province' | 'city' | 'county';
/** Groups of posts, and one that is held in addition. */
export type ShippedGroup = OfficeLevelOfGroup | 'command';

/** Predefined groups: their permissions as patterns of rule names. */
export const shippedGroups: Readonly<
  Record<ShippedGroup, { name: string; english: string; rules: readonly string[] }>
> = {
  province: { name: '省级市场管理', english: 'Province market supervision', rules: upper },
  city: { name: '市级市场管理', english: 'Prefecture market supervision', rules: upper },
  county: { name: '县级市场管理', english: 'County market supervision', rules: lower },
  command: { name: '安全事件指挥', english: 'Incident command', rules: command },
};

/** Finds or creates a predefined group below its parent, so that nobody grants what they do not hold. */
export async function findOrCreateShippedGroup(tx: Queryable, group: ShippedGroup): Promise<number> {
  const { name, english, rules } = shippedGroups[group];
  const existing = await tx.row<{ id: number }>(
    sql`select id from auth_group where name = ${name} order by id limit 1`,
  );
  if (existing) return existing.id;
  const top = await tx.row<{ id: number }>('select id from auth_group where rules is null order by id limit 1');
  const pid =
    group === 'county' || group === 'command' ? await findOrCreateShippedGroup(tx, 'city') : (top?.id ?? null);
  // PostgreSQL keeps 32 compiled patterns a connection: with more of them it compiled each for each rule, for seconds
  const all = await tx.rows<Rule>('select id, pid, name from auth_menu order by id');
  const isGranted = matcherOf(rules);
  const granted = all.filter((rule) => isGranted(rule.name)).map(({ id }) => id);
  const made = await tx.row<{ id: number }>(sql`insert into auth_group (pid, name, name_en, shipped, rules)
    values (${pid}, ${name}, ${english}, ${group}, ${granted}::bigint[]) returning id`);
  return made?.id ?? 0;
}

/** Creates all predefined groups. */
export async function createShippedGroups(tx: Queryable): Promise<void> {
  for (const group of Object.keys(shippedGroups) as ShippedGroup[]) await findOrCreateShippedGroup(tx, group);
}

interface Rule {
  readonly id: number;
  readonly pid: number | null;
  readonly name: string;
}

/**
 * Grants newly added rules to the predefined groups, as defined by their patterns (docs/decisions/access.md). Rules
 * existing before, and rules below a removed one, stay as administrators left them.
 *
 * @param added names of the rules, parents first
 */
export async function grantNewRules(engine: Engine, added: readonly string[]): Promise<void> {
  if (added.length === 0) return;
  const groups = await engine.db.rows<{ id: number; shipped: ShippedGroup; rules: number[] }>(
    sql`select id, shipped, rules from auth_group where shipped = any(${Object.keys(shippedGroups)}::text[]) and rules is not null`,
  );
  if (groups.length === 0) return;
  const rules = await engine.db.rows<Rule>(
    sql`select id, pid, name from auth_menu where name = any(${added}::text[]) order by array_position(${added}::text[], name)`,
  );
  for (const { id, shipped, rules: held } of groups) {
    const granted = grantedBy(shippedGroups[shipped].rules, rules, held);
    if (granted.length > 0)
      await changeRows(engine, adminGroup, systemCaller({ name: '系统' }), {
        where: sql`t.id = ${id}`,
        set: { rules: sql`t.rules || array(select k from unnest(${granted}::bigint[]) k where k <> all(t.rules))` },
      });
  }
}

/** Whether one of the patterns matches the name of a rule. */
function matcherOf(patterns: readonly string[]): (name: string) => boolean {
  const compiled = patterns.map((pattern) => new RegExp(pattern));
  return (name) => compiled.some((pattern) => pattern.test(name));
}

/** New rules that the patterns grant to a group: none below a rule it does not hold. */
function grantedBy(matrix: readonly string[], rules: readonly Rule[], held: readonly number[]): number[] {
  const isGranted = matcherOf(matrix);
  const holds = new Set(held);
  const granted: number[] = [];
  for (const { id, pid, name } of rules) {
    if (!isGranted(name) || !(pid === null || holds.has(pid))) continue;
    holds.add(id);
    granted.push(id);
  }
  return granted;
}
