import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#data/package-root.ts';
import { runCronJobNow } from '#server/jobs/cron-jobs-and-their-runs.ts';
import type { Options } from '../options.ts';
import { drive, type Side } from '../support/drive.ts';
import { median } from '../support/measure.ts';
import { type MeasuredServers, signIn, startMeasuredServers } from '../support/measured-servers.ts';
import { residentBytes } from '../support/process-use.ts';
import { describeFinding, type Finding } from '../support/report.ts';
import { feedSides, measurePanels } from './feeds.ts';
import { measureImport } from './import.ts';
import { endTeams, loadTeams, resetTeams, teamsToSubmit, touristsSubmitted } from './load-teams.ts';

interface Ground extends MeasuredServers {
  readonly count: number;
  readonly options: Options;
}

/**
 * Measures work on many teams: submitting one, roadside lookups, nightly jobs, a long list, and the precision of the
 * rules.
 */
export async function benchTravel(options: Options, count: number): Promise<void> {
  const log = (text: string) => console.log(text);
  execFileSync(process.execPath, [path.join(packageRoot, 'scripts', 'build.mjs'), 'server'], { stdio: 'inherit' });
  const servers = await startMeasuredServers({ ...options, rows: 1000 }, log);
  try {
    await loadTeams(servers.db, count, log);
    await resetTeams(servers.db, count);
    const { token } = await signIn(servers.product.port, 'admin');
    const headers = `batoken: ${token}\r\nserver: 1\r\naccept: application/json\r\nthink-lang: zh-cn\r\n`;
    const ground: Ground = { ...servers, headers, count, options };
    const report = (findings: readonly Finding[]) => {
      for (const one of findings) log(describeFinding(one));
    };
    report([await measureSubmit(ground)]);
    report(await measureRoadside(ground));
    report(await measureNight(ground));
    report([await measureCaptures(ground)]);
    report(await judgeRules(ground));
    report([await measureImport(ground, token)]);
    // last: rules use the readings of cameras
    report([await measureFeed(ground)]);
    await endTeams(servers.db, count, true);
    try {
      report(await measurePanels(ground));
    } finally {
      await endTeams(servers.db, count, false);
    }
  } catch (error) {
    log(`\nthe last output of the product:\n${servers.product.output().slice(-3000)}`);
    throw error;
  } finally {
    await servers.close();
  }
}

/** Warm-up of each side, in ms. */
const warmUp = 6000;

/** The ratio of the rates of two sides that take turns: median and range. */
async function compare(ours: Side, theirs: Side, { rounds, slice }: Options, connections: number) {
  // a server works all day: each of its connections has planned every statement often enough for a generic plan
  await drive(ours, connections, warmUp);
  await drive(theirs, connections, warmUp / 2);
  const [rates, bares, ratios, p95s]: number[][] = [[], [], [], []] as never;
  for (let round = 0; round < rounds; round++) {
    const [one, other] = [await drive(ours, connections, slice), await drive(theirs, connections, slice)];
    const [rate, bare] = [one.done / one.seconds, other.done / other.seconds];
    rates?.push(rate);
    bares?.push(bare);
    ratios?.push(rate / bare);
    p95s?.push(one.latencies[Math.floor(one.latencies.length * 0.95)] ?? Number.NaN);
  }
  return { rate: median(rates ?? []), bare: median(bares ?? []), ratios: ratios ?? [], p95: median(p95s ?? []) };
}

const spread = (ratios: readonly number[]) =>
  `${median(ratios).toFixed(2)} × (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;

/** Submits a draft with forty tourists; the bare server stores such a team. */
async function measureSubmit({ db, product, bare, headers, count, options }: Ground): Promise<Finding> {
  // teams at the places of planted ones have another crew
  const drafts = await db.rows<{ id: number }>(
    `select id from travel_itinerary where id > ${count} and id <= ${count + teamsToSubmit} and (id - 1) % 1000 >= 200 order by id`,
  );
  let at = 0;
  const ours: Side = {
    port: product.port,
    headers,
    next() {
      const draft = drafts[at++];
      if (!draft) throw new RangeError(`more than ${drafts.length} were handed in: fewer --rounds`);
      const body = JSON.stringify({ id: draft.id });
      return { method: 'POST', path: '/admin/travel.itinerary/submit', body, key: randomBytes(16).toString('hex') };
    },
    check: () => {},
  };
  const rowOf = async (table: string, where: string) =>
    (
      await db.rows<{ one: Record<string, unknown> }>(
        `select to_jsonb(t) - '{id,itinerary_id,search_text,is_shopping,version,createtime,updatetime,place,due_at}'::text[] as one from ${table} t where ${where} order by id`,
      )
    ).map(({ one }) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)));
  const of = `itinerary_id = ${drafts[0]?.id}`;
  const [itinerary] = await rowOf('travel_itinerary', `id = ${drafts[0]?.id}`);
  const tables = {
    travel_itinerary_day: await rowOf('travel_itinerary_day', of),
    travel_itinerary_stop: (await rowOf('travel_itinerary_stop', of)).map(({ fee: _fee, ...one }) => one),
    travel_tourist: await rowOf('travel_tourist', of),
    travel_assigned_vehicle: await rowOf('travel_assigned_vehicle', of),
  };
  let made = 0;
  const theirs: Side = {
    port: bare.port,
    headers: '',
    next() {
      made += 1;
      const row = { ...itinerary, team_no: `B${process.pid}-${made}` };
      return { method: 'POST', path: '/team', body: JSON.stringify({ travel_itinerary: [row], ...tables }) };
    },
    check: () => {},
  };
  const { rate, bare: inserts, ratios, p95 } = await compare(ours, theirs, options, 4);
  const ratio = median(ratios);
  return {
    name: 'travel-submit',
    title: `submit an itinerary of ${touristsSubmitted} tourists, against its inserts`,
    seen: `${rate.toFixed(0)} beside ${inserts.toFixed(0)} a second, ${spread(ratios)}, p95 ${p95.toFixed(0)} ms (target ≥ 0.3)`,
    met: ratio >= 0.3,
    values: { rate, inserts, ratio, p95 },
  };
}

/** Batches of a thousand camera readings, against `copy` of the same rows. */
async function measureFeed(ground: Ground): Promise<Finding> {
  const { ours, theirs } = await feedSides(ground);
  const { rate, bare: copies, ratios } = await compare(ours, theirs, ground.options, 4);
  const ratio = median(ratios);
  return {
    name: 'travel-feed',
    title: 'captures in batches of 1,000, against copy',
    seen: `${rate.toFixed(0)} beside ${copies.toFixed(0)} batches a second, ${spread(ratios)} (target ≥ 0.4)`,
    met: ratio >= 0.4,
    values: { rate, copies, ratio },
  };
}

async function measureRoadside({ db, product, bare, headers, options }: Ground): Promise<Finding[]> {
  const plates = await db.rows<{ plate: string }>(
    `select plate from crew_vehicle where seats = 25 order by md5(id::text) limit 500`,
  );
  let at = 0;
  const next = () => encodeURIComponent(plates[at++ % plates.length]?.plate ?? '');
  const ours: Side = {
    port: product.port,
    headers,
    next: () => ({ method: 'GET', path: `/admin/enforcement.roadside/look?q=${next()}` }),
    check(data) {
      if (!(data as { vehicle?: object }).vehicle) throw new Error('no vehicle was found');
    },
  };
  const theirs: Side = {
    port: bare.port,
    headers: '',
    next: () => ({ method: 'GET', path: `/plate?plate=${next()}` }),
    check: () => {},
  };
  const { rate, bare: queries, ratios } = await compare(ours, theirs, options, 8);
  const ratio = median(ratios);
  // fifty per second, whether or not the previous one is answered
  const took: number[] = [];
  const calls: Promise<void>[] = [];
  for (let n = 0; n < 500; n++) {
    calls.push(
      drive({ ...ours, check: () => {} }, 1, 0).then(({ latencies }) => void took.push(latencies[0] ?? Number.NaN)),
    );
    await sleep(20);
  }
  await Promise.all(calls);
  const p95 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Number.NaN;
  return [
    {
      name: 'travel-roadside',
      title: 'roadside lookup by plate, against the same query',
      seen: `${rate.toFixed(0)} beside ${queries.toFixed(0)} a second, ${spread(ratios)} (target ≥ 0.5)`,
      met: ratio >= 0.5,
      values: { rate, queries, ratio },
    },
    {
      name: 'travel-roadside-p95',
      title: 'roadside lookup, fifty a second',
      seen: `p95 ${p95.toFixed(1)} ms (≤ 10)`,
      met: p95 <= 10,
      values: { p95 },
    },
  ];
}

/** The nightly check, as started by schedule, while lists are read. */
async function measureNight({ db, product, headers, count }: Ground): Promise<Finding[]> {
  const before = residentBytes(product.pid);
  let most = before;
  const slow: number[] = [];
  const started = performance.now();
  await runCronJobNow(db, 'look_at_teams_again', 'bench');
  const list: Side = {
    port: product.port,
    headers,
    next: () => ({ method: 'GET', path: '/admin/travel.itinerary/index?limit=20&total=0' }),
    check: () => {},
  };
  let round: { teams: number; stored: number; ended: boolean } | undefined;
  while (!round?.ended) {
    if (performance.now() - started > 1_800_000) throw new Error('the round did not end in half an hour');
    const { latencies } = await drive(list, 1, 0);
    slow.push(...latencies);
    most = Math.max(most, residentBytes(product.pid));
    await sleep(200);
    round = await db.row(
      `select sum(teams)::int as teams, sum(stored)::int as stored, bool_and(ended_at is not null) as ended from travel_look`,
    );
  }
  const seconds = (performance.now() - started) / 1000;
  const p95 = slow.toSorted((a, b) => a - b)[Math.floor(slow.length * 0.95)] ?? Number.NaN;
  const grown = (most - before) / 2 ** 20;
  const longest = (count / 200_000) * 120;
  return [
    {
      name: 'travel-night',
      title: `nightly rules over ${round.teams} itineraries`,
      seen: `${seconds.toFixed(0)} s (≤ ${longest.toFixed(0)}), ${round.stored} stored, memory +${grown.toFixed(0)} MB, lists p95 ${p95.toFixed(0)} ms`,
      met: seconds <= longest,
      values: { seconds, grown, p95, stored: round.stored },
    },
  ];
}

/** The comparison of camera readings of tour coaches with all teams, as started by schedule. */
async function measureCaptures({ db }: Ground): Promise<Finding> {
  const started = performance.now();
  await runCronJobNow(db, 'look_for_unfiled_coaches', 'bench');
  const open = () =>
    db.row(`select from schedule_run where name = 'look_for_unfiled_coaches' and status in ('waiting', 'running')`);
  while (await open()) {
    if (performance.now() - started > 600_000) throw new Error('captures were not gone over in ten minutes');
    await sleep(100);
  }
  const seconds = (performance.now() - started) / 1000;
  const stored = (await db.row<{ n: number }>('select count(*)::int as n from travel_unfiled_coach'))?.n ?? 0;
  return {
    name: 'travel-captures',
    title: 'coaches without a team, over two days of captures',
    seen: `${seconds.toFixed(1)} s, ${stored} stored`,
    values: { seconds, kept: stored },
  };
}

/** Compares the findings of the rules with the planted violations. */
async function judgeRules({ db, count }: Ground): Promise<Finding[]> {
  const rules = await db.rows<{ code: string; planted: number; found: number; right: number }>(`
    with f as (select distinct itinerary_id, code from travel_finding where itinerary_id <= ${count}
      union select distinct vehicle_id, 'I14' from travel_unfiled_coach)
    select coalesce(t.code, f.code) as code, count(t.code)::int as planted, count(f.code)::int as found, (count(*) filter (where t.code = f.code))::int as right
    from bench_truth t full join f on f.itinerary_id = t.itinerary_id and f.code = t.code group by 1 order by 1`);
  return rules.map(({ code, planted, found, right }) => {
    const recall = planted > 0 ? right / planted : Number.NaN;
    const precision = found > 0 ? right / found : Number.NaN;
    return {
      name: `travel-${code}`,
      title: `${code}: ${planted} planted, ${found} found`,
      seen: `recall ${recall.toFixed(2)} (≥ 0.95), precision ${precision.toFixed(2)} (≥ 0.8)`,
      met: recall >= 0.95 && precision >= 0.8,
      values: { planted, found, recall, precision },
    };
  });
}
