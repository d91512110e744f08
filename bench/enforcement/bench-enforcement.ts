import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { packageRoot } from '#data/package-root.ts';
import { isWanted, type Options } from '../options.ts';
import { measure } from '../support/measure.ts';
import { signIn, startMeasuredServers } from '../support/measured-servers.ts';
import { describeFinding, describeResult } from '../support/report.ts';
import { measureFieldKit } from '../web/field.ts';
import { withProductInBrowser } from '../web/product-in-browser.ts';
import { approvalComparison, measureCycles } from './approvals-and-cycles.ts';
import { measureDraw } from './draw.ts';
import { measureEvidence } from './evidence.ts';
import { measureFoundArticles } from './find-articles.ts';
import { loadChecks } from './load-checks.ts';
import { measureRiskScores } from './risk-scores.ts';
import { submissionComparison } from './submission.ts';

/** Measures the work of enforcement on many enterprises, apart from lists and writes. */
export async function benchEnforcement(options: Options): Promise<void> {
  const log = (text: string) => console.log(text);
  // the pages only if a browser will open them
  const parts = isWanted(options, 'field') ? [] : ['server'];
  execFileSync(process.execPath, [path.join(packageRoot, 'scripts', 'build.mjs'), ...parts], { stdio: 'inherit' });
  if (isWanted(options, 'field')) log(describeFinding(await withProductInBrowser(measureFieldKit)));
  if (options.only.length > 0 && options.only.every((name) => 'field'.startsWith(name))) return;
  const servers = await startMeasuredServers(options, log);
  try {
    if (isWanted(options, 'evidence')) log(describeFinding(await measureEvidence(servers.url)));
    if (isWanted(options, 'articles')) log(describeFinding(await measureFoundArticles(servers.url)));
    if (isWanted(options, 'draw')) {
      const { token } = await signIn(servers.product.port, 'admin');
      log(describeFinding(await measureDraw(servers, token)));
    }
    if (isWanted(options, 'approval')) {
      await loadChecks(servers.db, options, log);
      const { token } = await signIn(servers.product.port, 'admin');
      log(describeResult(await measure(approvalComparison(servers, options, token), servers, options)));
    }
    if (isWanted(options, 'submit')) {
      const { token } = await signIn(servers.product.port, 'admin');
      log(describeResult(await measure(submissionComparison(servers, token), servers, options)));
    }
    if (isWanted(options, 'cycles')) log(describeFinding(await measureCycles(servers)));
    if (isWanted(options, 'risk')) for (const one of await measureRiskScores(servers)) log(describeFinding(one));
  } catch (error) {
    log(`\nthe last output of the product:\n${servers.product.output().slice(-3000)}`);
    throw error;
  } finally {
    await servers.close();
  }
}
