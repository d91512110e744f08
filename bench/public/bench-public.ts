import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#data/package-root.ts';
import { isWanted, type Options } from '../options.ts';
import type { Comparison } from '../support/comparison.ts';
import { measure } from '../support/measure.ts';
import { type MeasuredServers, startMeasuredServers } from '../support/measured-servers.ts';
import { describeFinding, describeResult, type Finding } from '../support/report.ts';
import { withProductInBrowser } from '../web/product-in-browser.ts';
import { measureComplaintPage } from './complaint-page.ts';
import { complaintOf, issueTickets, loadProgress, perComplainant, scatterAddresses } from './load-complaints.ts';
import { measureOpinion } from './opinion.ts';
import { measureSimilarComplaints } from './similar-complaints.ts';

/** Complainants with a ticket: enough for what a run files, five a day each. */
const complainants = 12_000;
/** Complaints whose progress is read, and people with the page open on a normal day and on a bad one. */
const followed = 2000;
const people = { normal: 16, crowd: 200 } as const;
/** Milliseconds that people read before they ask again, and that each crowd is watched. */
const reading = 1000;
const watched = 15_000;
/** How many times the p99 of a normal day a crowd may take. */
const mostSlower = 3;

/** Measures what people without an account do: opening the page of complaints, filing one, reading how far it is. */
export async function benchPublic(options: Options): Promise<void> {
  const log = (text: string) => console.log(text);
  const parts = isWanted(options, 'page') ? [] : ['server'];
  execFileSync(process.execPath, [path.join(packageRoot, 'scripts', 'build.mjs'), ...parts], { stdio: 'inherit' });
  if (isWanted(options, 'page')) log(describeFinding(await withProductInBrowser(measureComplaintPage)));
  if (options.only.length > 0 && options.only.every((name) => 'page'.startsWith(name))) return;
  const servers = await startMeasuredServers(options, log);
  const restore = await scatterAddresses(servers.db);
  try {
    if (isWanted(options, 'complaint')) log(describeResult(await measure(filingComparison(servers), servers, options)));
    if (isWanted(options, 'progress')) log(describeFinding(await measureProgress(servers)));
    if (isWanted(options, 'opinion')) log(describeFinding(await measureOpinion(servers)));
    if (isWanted(options, 'duplicates'))
      log(describeFinding(await measureSimilarComplaints(servers, { complaints: options.complaints, log })));
  } catch (error) {
    log(`\nthe last output of the product:\n${servers.product.output().slice(-3000)}`);
    throw error;
  } finally {
    await restore();
    await servers.close();
  }
}

const headers = 'server: 1\r\naccept: application/json\r\nthink-lang: zh-cn\r\n';

/** A complaint filed with a ticket, against the bare insert of its row and its demand. */
function filingComparison({ db, product, bare }: MeasuredServers): Comparison {
  return {
    name: 'complaint',
    title: 'complaint filed with a ticket, against its inserts',
    target: 0.3,
    async sides() {
      const tickets = await issueTickets(db, complainants);
      let made = 0;
      let inserted = 0;
      const demand = { kind: 'refund', amount: '800.00' };
      return {
        product: {
          port: product.port,
          headers,
          next() {
            const ticket = tickets[Math.floor(made / perComplainant)];
            if (ticket === undefined) throw new RangeError('more complaints than complainants: fewer --rounds');
            made += 1;
            const body = JSON.stringify({ ...complaintOf(made), ticket, demands: [demand] });
            const key = randomBytes(16).toString('hex');
            return { method: 'POST', path: '/api/complaint.open/file', body, key };
          },
          check(data) {
            if (!/^TS\d{13}$/.test((data as { no?: string }).no ?? '')) throw new Error('no number');
          },
        },
        bare: {
          port: bare.port,
          headers: '',
          next() {
            inserted += 1;
            const { event_at, ...row } = complaintOf(inserted);
            const day = new Date().toISOString().slice(0, 10);
            const complaint = {
              ...row,
              no: `TB${process.pid}${inserted}`,
              channel: 'web',
              mobile: `137${String(inserted).padStart(8, '0')}`,
              shown_name: row.complainant_name,
              event_at: new Date(event_at * 1000).toISOString(),
              filed_on: day,
              received_on: day,
              rule_version: '2026',
              area_code: row.event_area,
            };
            const body = JSON.stringify({ complaint: [complaint], complaint_demand: [{ ...demand, amount: 80_000 }] });
            return { method: 'POST', path: '/complaint', body };
          },
          check(data) {
            if (!((data as { id?: number | string }).id ?? 0)) throw new Error('no complaint was stored');
          },
        },
      };
    },
  };
}

/** How far a complaint is, asked by 200 people who read what they got: p99 against that of a normal day. */
async function measureProgress({ db, product }: MeasuredServers): Promise<Finding> {
  const complaints = await loadProgress(db, followed);
  let asked = 0;
  const ask = async (): Promise<number> => {
    asked += 1;
    const sentAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${product.port}/api/complaint.open/progress`, {
      method: 'POST',
      headers: { server: '1', 'content-type': 'application/json', 'think-lang': 'zh-cn' },
      body: JSON.stringify(complaints[asked % complaints.length]),
    });
    const { data } = (await answer.json()) as { data: { status?: string } | null };
    if (data?.status !== 'accepted') throw new Error('not the complaint that was asked for');
    return performance.now() - sentAt;
  };
  const p99 = async (callers: number) => {
    const times: number[] = [];
    const until = performance.now() + watched;
    const person = async (place: number) => {
      await sleep((place / callers) * reading);
      while (performance.now() < until) {
        times.push(await ask());
        await sleep(reading);
      }
    };
    await Promise.all(Array.from({ length: callers }, (_, place) => person(place)));
    times.sort((one, other) => one - other);
    return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  };
  await p99(people.normal);
  const normal = await p99(people.normal);
  const crowd = await p99(people.crowd);
  return {
    name: 'progress',
    title: `progress of complaints, ${people.crowd} connections`,
    seen: `p99 ${crowd.toFixed(1)} ms with ${people.crowd} people, ${normal.toFixed(1)} ms with ${people.normal} (≤ ${mostSlower} ×)`,
    met: crowd <= mostSlower * normal,
    values: { crowdP99: crowd, normalP99: normal },
  };
}
