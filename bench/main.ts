import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#data/package-root.ts';
import { bootComparison, measureBoot } from './calls/boot.ts';
import { measureManyCallers } from './calls/many-callers.ts';
import { measureMoveRows } from './calls/move-rows.ts';
import { readComparisons } from './calls/reads.ts';
import { measureRefreshStorm } from './calls/refresh-storm.ts';
import { measureSignIns } from './calls/sign-ins.ts';
import { writeComparisons } from './calls/writes.ts';
import { benchEnforcement } from './enforcement/bench-enforcement.ts';
import { isWanted, type Options, readOptions, usage } from './options.ts';
import { benchPublic } from './public/bench-public.ts';
import { benchScenic } from './scenic/bench-scenic.ts';
import { measureStart } from './start.ts';
import { measure, type Result } from './support/measure.ts';
import { startMeasuredServers } from './support/measured-servers.ts';
import { residentBytes } from './support/process-use.ts';
import { describeHeads, describeResult, type Finding, summarise } from './support/report.ts';
import { measureExport } from './transfer/export.ts';
import { measureUpload } from './transfer/upload.ts';
import { benchTravel } from './travel/bench-travel.ts';
import { benchWall } from './wall/bench-wall.ts';
import { measureWall } from './web/wall.ts';
import { measureWeb } from './web/web.ts';
import { benchWords } from './words/bench-words.ts';

/** Measures the product against a bare server on the same data, and by itself what cannot be compared. */
async function bench(options: Options): Promise<void> {
  const log = (text: string) => console.log(text);
  // all except these need the product and the bare server on one database
  const apart = ['start', 'web', 'scroll', 'wall'];
  // as built by `npm start`; the pages only if a browser will open them
  const parts = apart.some((name) => isWanted(options, name)) ? [] : ['server'];
  const build = path.join(packageRoot, 'scripts', 'build.mjs');
  const modules = options.resources === 60 ? { MODULES: 'test/sixty' } : {};
  execFileSync(process.execPath, [build, ...parts], { stdio: 'inherit', env: { ...process.env, ...modules } });
  log(
    `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, Node ${process.version}, ${options.connections} connections`,
  );
  const results: Result[] = [];
  const findings: Finding[] = [];
  if (options.only.length === 0 || options.only.some((name) => !apart.includes(name))) {
    const servers = await startMeasuredServers(options, log);
    const memory = () => residentBytes(servers.product.pid) / 2 ** 20;
    try {
      // memory used by the start is not released until the collector finds the server idle, some ten seconds later
      await sleep(20_000);
      const idle = memory();
      log(`\n${describeHeads()}`);
      for (const comparison of [
        bootComparison(servers),
        ...readComparisons(servers),
        ...writeComparisons(servers, options),
      ]) {
        if (!isWanted(options, comparison.name)) continue;
        const result = await measure(comparison, servers, options);
        results.push(result);
        log(describeResult(result));
      }
      const loaded = memory();
      findings.push({
        name: 'memory',
        title: 'memory of the server',
        seen: `${idle.toFixed(0)} MB before, ${loaded.toFixed(0)} MB after the load above`,
        values: { idleMegabytes: idle, loadedMegabytes: loaded },
      });
      if (isWanted(options, 'boot')) findings.push(await measureBoot(servers));
      if (isWanted(options, 'moveRows')) findings.push(await measureMoveRows(servers));
      if (isWanted(options, 'export')) findings.push(await measureExport(servers));
      if (isWanted(options, 'upload')) findings.push(await measureUpload(servers));
      if (isWanted(options, 'sign-ins')) findings.push(await measureSignIns(servers, options));
      if (isWanted(options, 'refresh')) findings.push(await measureRefreshStorm(servers, options));
      if (isWanted(options, 'crowd')) findings.push(await measureManyCallers(servers));
    } catch (error) {
      log(`\nthe last output of the product:\n${servers.product.output().slice(-3000)}`);
      throw error;
    } finally {
      await servers.close();
    }
  }
  if (isWanted(options, 'start')) findings.push(await measureStart());
  if (isWanted(options, 'web') || isWanted(options, 'scroll')) findings.push(...(await measureWeb(options)));
  if (options.only.length > 0 && isWanted(options, 'wall')) findings.push(...(await measureWall()));
  log(`\n${summarise(results, findings)}`);
  if (options.json) {
    const machine = { cpus: os.cpus().length, model: os.cpus()[0]?.model, node: process.version };
    fs.writeFileSync(options.json, `${JSON.stringify({ machine, options, results, findings }, undefined, 2)}\n`);
  }
}

const options = readOptions(process.argv.slice(2));
if (options?.travel) await benchTravel(options, options.travel);
else if (options?.enforcement) await benchEnforcement(options);
else if (options?.public) await benchPublic(options);
else if (options?.scenic) await benchScenic(options);
else if (options?.wall) await benchWall(options, options.wall);
else if (options?.words) await benchWords(options);
else if (options) await bench(options);
else console.log(usage);
