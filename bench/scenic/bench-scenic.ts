import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { packageRoot } from '#data/package-root.ts';
import { isWanted, type Options } from '../options.ts';
import { startMeasuredServers } from '../support/measured-servers.ts';
import { describeFinding } from '../support/report.ts';
import { measureForecastAccuracy } from './forecast-accuracy.ts';
import { loadSpotsWithHistory, measureForecastSpeed } from './forecast-speed.ts';
import { measureIngest } from './ingest.ts';

/** Measures scenic spots: how good the forecast of visitors is, how long it takes, and how fast readings come in. */
export async function benchScenic(options: Options): Promise<void> {
  const log = (text: string) => console.log(text);
  if (isWanted(options, 'accuracy'))
    for (const finding of measureForecastAccuracy(options.counts)) log(describeFinding(finding));
  if (!isWanted(options, 'ingest') && !isWanted(options, 'forecast')) return;
  execFileSync(process.execPath, [path.join(packageRoot, 'scripts', 'build.mjs'), 'server'], { stdio: 'inherit' });
  const servers = await startMeasuredServers(options, log);
  try {
    if (isWanted(options, 'ingest')) for (const finding of await measureIngest(servers)) log(describeFinding(finding));
    if (isWanted(options, 'forecast')) {
      await loadSpotsWithHistory(servers.db, log);
      await measureForecastSpeed(servers, (finding) => log(describeFinding(finding)));
    }
  } catch (error) {
    log(`\nthe last output of the product:\n${servers.product.output().slice(-3000)}`);
    throw error;
  } finally {
    await servers.close();
  }
}
