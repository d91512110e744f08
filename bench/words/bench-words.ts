import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { packageRoot } from '#data/package-root.ts';
import { isWanted, type Options } from '../options.ts';
import { startMeasuredServers } from '../support/measured-servers.ts';
import { describeFinding } from '../support/report.ts';
import { withProductInBrowser } from '../web/product-in-browser.ts';
import { measureReadingPage } from './reading-page.ts';
import { measureSearch } from './search.ts';
import { measureSignedCalls } from './signed-calls.ts';
import { measureWebhooks } from './webhooks.ts';

/** Measures what is written, found and exchanged: the reading page, the search over everything, signed calls, and webhooks. */
export async function benchWords(options: Options): Promise<void> {
  const log = (text: string) => console.log(text);
  const wanted = (['page', 'signed', 'webhooks', 'search'] as const).filter((name) => isWanted(options, name));
  if (wanted.length === 0) return;
  const parts = wanted.includes('page') ? [] : ['server'];
  execFileSync(process.execPath, [path.join(packageRoot, 'scripts', 'build.mjs'), ...parts], { stdio: 'inherit' });
  if (wanted.includes('page')) log(describeFinding(await withProductInBrowser(measureReadingPage)));
  if (wanted.every((name) => name === 'page')) return;
  // the receiver of webhooks is on this machine
  const servers = await startMeasuredServers(options, log, { INNER_NETWORKS: 'loopback' });
  try {
    if (wanted.includes('signed')) log(describeFinding(await measureSignedCalls(servers, options)));
    if (wanted.includes('webhooks')) log(describeFinding(await measureWebhooks(servers, options)));
    // last, because its documents stay
    if (wanted.includes('search')) log(describeFinding(await measureSearch(servers, options.documents)));
  } finally {
    await servers.close();
  }
}
