import { setTimeout as sleep } from 'node:timers/promises';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { licence } from '#modules/enterprise/contract/licence.ts';
import { riskScore } from '#modules/risk/contract/risk-score.ts';
import { scoredEnterpriseStates } from '#modules/risk/contract/risk-score-components-and-limits.ts';
import { runCronJobNow } from '#server/jobs/cron-jobs-and-their-runs.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import { residentBytes } from '../support/process-use.ts';
import type { Finding } from '../support/report.ts';

/** Limits of a night (domain reference §5): seconds for so many enterprises, and megabytes the server may grow by. */
const longest = 60;
const measuredFor = 60_000;
const mostGrown = 60;

const job = 'score_enterprises';
const [enterprises, licences, scores] = [tableOf(enterprise), tableOf(licence), tableOf(riskScore)];

/** Runs the nightly job and waits for its end. */
async function runNight({ db, product }: MeasuredServers) {
  const before = residentBytes(product.pid);
  let most = before;
  const started = performance.now();
  await runCronJobNow(db, job, 'bench');
  for (let status = 'waiting'; status === 'waiting' || status === 'running'; ) {
    if (performance.now() - started > 900_000) throw new Error('the scores were not computed in a quarter of an hour');
    await sleep(100);
    most = Math.max(most, residentBytes(product.pid));
    const row = await db.row<{ status: string }>(
      `select status from schedule_run where name = $1 order by id desc limit 1`,
      [job],
    );
    status = row?.status ?? 'waiting';
  }
  return { seconds: (performance.now() - started) / 1000, grown: (most - before) / 2 ** 20 };
}

/**
 * The nightly computation of risk scores: the first, which also begins the curves of a year; one in which a fifth of the
 * enterprises changes; and one without any change.
 */
export async function measureRiskScores(servers: MeasuredServers): Promise<Finding[]> {
  const { db } = servers;
  // enterprises of the bench are loaded without the pipeline, and their scores as well
  await db.query(
    `insert into ${scores} (enterprise_id, name, ent_type, area_code, risk_class, measured_class)
      select id, name, ent_type, area_code, 'B', 'B' from ${enterprises} e where status = any($1::text[])
        and not exists (select from ${scores} s where s.enterprise_id = e.id)`,
    [[...scoredEnterpriseStates]],
  );
  const counted = await db.row<{ n: number }>(`select count(*)::int as n from ${scores}`);
  const count = counted?.n ?? 0;
  const limit = (count / measuredFor) * longest;
  const findings: Finding[] = [];
  const note = async (name: string, title: string, limited = true) => {
    const { seconds, grown } = await runNight(servers);
    findings.push({
      name: `risk-${name}`,
      title: `${title}, ${count} enterprises`,
      seen: `${seconds.toFixed(1)} s${limited ? ` (≤ ${limit.toFixed(0)})` : ''}, memory +${grown.toFixed(0)} MB (≤ ${mostGrown})`,
      ...(limited && { met: seconds <= limit && grown <= mostGrown }),
      values: { seconds, grown, enterprises: count },
    });
  };
  await note('first', 'first risk scores, with a year of curves', false);
  await db.query(
    `insert into ${licences} (enterprise_id, kind, license_no, issued_by, issue_date, expire_date, validity)
      select id, 'other', 'bench-' || id, 'bench', '2020-01-01', '2026-01-01', 'expired' from ${enterprises} e
      where status = any($1::text[]) and id % 5 = 0`,
    [[...scoredEnterpriseStates]],
  );
  await note('night', 'risk scores, a fifth changed');
  await note('same', 'risk scores, nothing changed');
  return findings;
}
