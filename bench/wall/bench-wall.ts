import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#data/package-root.ts';
import { isWanted, type Options } from '../options.ts';
import { median } from '../support/measure.ts';
import { type MeasuredServers, signIn, startMeasuredServers } from '../support/measured-servers.ts';
import { cpuSecondsBetween, cpuSecondsByProcess, residentBytes } from '../support/process-use.ts';
import { describeFinding, type Finding } from '../support/report.ts';
import { endTeams, loadTeams, resetTeams } from '../travel/load-teams.ts';
import { loadWallRows, province } from './load-wall-rows.ts';
import { measureScreens } from './screens.ts';

/** The ten sources of the wall (specification §1). */
const sources = [
  'itinerary',
  'opinion',
  'complaint',
  'source',
  'history',
  'capacity',
  'vehicle',
  'check',
  'enforcement',
  'map',
] as const;

/** Milliseconds within which all ten are answered, requested at once as a wall does that opens. */
const longest = 60;
/** Teams and enterprises of a large province in three years; fewer are loaded by the options, and of the rest the same share. */
const wholeProvince = 60_000;

/** Measures the wall: its ten sources at once and each by itself, and 150 screens on one process. */
export async function benchWall(options: Options, teams: number): Promise<void> {
  const log = (text: string) => console.log(text);
  execFileSync(process.execPath, [path.join(packageRoot, 'scripts', 'build.mjs'), 'server'], { stdio: 'inherit' });
  const servers = await startMeasuredServers(options, log);
  try {
    const { db, product } = servers;
    await loadTeams(db, teams, log);
    await resetTeams(db, teams);
    await endTeams(db, teams, true);
    await loadWallRows(db, Math.min(1, options.rows / wholeProvince), log);
    if (isWanted(options, 'snapshot')) {
      const { token } = await signIn(product.port, 'admin');
      const before = residentBytes(product.pid) / 2 ** 20;
      const finding = await measureSnapshot(servers, token, options);
      await sleep(1000);
      const grown = residentBytes(product.pid) / 2 ** 20 - before;
      log(describeFinding({ ...finding, seen: `${finding.seen}; memory +${grown.toFixed(0)} MB` }));
    }
    if (isWanted(options, 'screens')) log(describeFinding(await measureScreens(servers)));
  } catch (error) {
    log(`\nthe last output of the product:\n${servers.product.output().slice(-3000)}`);
    throw error;
  } finally {
    await servers.close();
  }
}

async function measureSnapshot(
  { product, postmaster }: MeasuredServers,
  token: string,
  { rounds }: Options,
): Promise<Finding> {
  const headers = { batoken: token, server: '1', accept: 'application/json', 'think-lang': 'zh-cn' };
  const read = async (name: string): Promise<number> => {
    const started = performance.now();
    const answer = await fetch(`http://127.0.0.1:${product.port}/admin/screen.${name}/index?area=${province}`, {
      headers,
    });
    const { code, data } = (await answer.json()) as { code: number; data: { state: string } };
    if (code !== 1 || data.state !== 'ok') throw new Error(`${name} shows nothing`);
    return performance.now() - started;
  };
  const first = performance.now();
  await Promise.all(sources.map(read));
  const cold = performance.now() - first;
  // connections plan each statement often enough for a generic plan
  for (let n = 0; n < 15; n++) await Promise.all(sources.map(read));
  const alone: string[] = [];
  for (const name of sources) {
    const took: number[] = [];
    for (let n = 0; n < rounds * 3; n++) took.push(await read(name));
    alone.push(`${name} ${median(took).toFixed(1)}`);
  }
  const processor = () => new Map([...cpuSecondsByProcess(product.pid), ...cpuSecondsByProcess(postmaster)]);
  const before = processor();
  const all: number[] = [];
  for (let n = 0; n < rounds * 3; n++) {
    const started = performance.now();
    await Promise.all(sources.map(read));
    all.push(performance.now() - started);
  }
  // says more than the time on a machine that does other things, too
  const busy = (cpuSecondsBetween(before, processor()) * 1000) / all.length;
  const took = median(all);
  return {
    name: 'wall-snapshot',
    title: 'snapshot of the ten sources of the wall, at once',
    seen: `${took.toFixed(1)} ms, longest ${Math.max(...all).toFixed(1)}, the first ${cold.toFixed(0)} (≤ ${longest}), ${busy.toFixed(0)} ms of processor; one by one: ${alone.join(', ')} ms`,
    met: took <= longest,
    values: { took, busy },
  };
}
