import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { packageRoot } from '#data/package-root.ts';
import { isWanted, type Options } from '../options.ts';
import { startMeasuredServers } from '../support/measured-servers.ts';
import { describeFinding } from '../support/report.ts';
import { measureSearch } from './search.ts';

/** Measures what is written and found: the search over everything. */
export async function benchWords(options: Options): Promise<void> {
  const log = (text: string) => console.log(text);
  if (!isWanted(options, 'search')) return;
  execFileSync(process.execPath, [path.join(packageRoot, 'scripts', 'build.mjs'), 'server'], { stdio: 'inherit' });
  const servers = await startMeasuredServers(options, log);
  try {
    log(describeFinding(await measureSearch(servers)));
  } finally {
    await servers.close();
  }
}
