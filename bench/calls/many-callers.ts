import { type DriveResult, drive } from '../support/drive.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import { residentBytes } from '../support/process-use.ts';
import type { Finding } from '../support/report.ts';
import { readComparisons } from './reads.ts';

const crowds = [16, 200, 500, 1000] as const;
/** From this number on, callers wait for each other, which should be fair. */
const crowded = 200;
/** Long enough that opening so many connections at once hardly counts, in ms. */
const length = 4000;
/**
 * Number of rounds for each number of callers; the median counts, because p99 shows every pause of a machine that
 * others use too.
 */
const rounds = 3;
/** How many times as long as the median the slowest percent may wait; megabytes that the server may use. */
const most = { timesMedian: 3, megabytes: 400 };

/** How long the slowest percent waits when many callers ask at once, for a list that both servers answer. */
export async function measureManyCallers(servers: MeasuredServers): Promise<Finding> {
  const list = readComparisons(servers).find(({ name }) => name === 'list-total');
  if (!list) throw new Error('no list to ask for');
  const { product, bare } = await list.sides();
  for (const side of [product, bare]) await drive(side, crowds[0], length);
  const seen: string[] = [];
  const values: Record<string, number> = {};
  let met = true;
  for (const crowd of crowds) {
    const ourRounds: Figures[] = [];
    const theirRounds: Figures[] = [];
    for (let round = 0; round < rounds; round++) {
      ourRounds.push(figuresOf(await drive(product, crowd, length)));
      theirRounds.push(figuresOf(await drive(bare, crowd, length)));
    }
    const megabytes = residentBytes(servers.product.pid) / 2 ** 20;
    const [ours, theirs] = [medianOf(ourRounds), medianOf(theirRounds)];
    if (crowd >= crowded && ours.p99 > ours.p50 * most.timesMedian) met = false;
    if (megabytes > most.megabytes) met = false;
    seen.push(`${crowd}: ${describe(ours)}, ${megabytes.toFixed(0)} MB; bare ${describe(theirs)}`);
    for (const [side, figures] of Object.entries({ product: ours, bare: theirs }))
      for (const [name, value] of Object.entries(figures)) values[`${side}${crowd}_${name}`] = value;
    values[`product${crowd}_megabytes`] = megabytes;
  }
  const title = `p50 and p99 by callers (p99 ≤ ${most.timesMedian} × p50 from ${crowded} on, ≤ ${most.megabytes} MB)`;
  return { name: 'crowd', title, seen: `\n  ${seen.join('\n  ')}\n `, met, values };
}

const figuresOf = ({ done, seconds, latencies }: DriveResult) => ({
  rate: done / seconds,
  p50: latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN,
  p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
});

type Figures = ReturnType<typeof figuresOf>;

/** The round whose p99 is the median number of times its p50. */
const medianOf = (figures: readonly Figures[]): Figures =>
  figures.toSorted((one, other) => one.p99 / one.p50 - other.p99 / other.p50)[
    Math.floor(figures.length / 2)
  ] as Figures;

const describe = ({ rate, p50, p99 }: Figures) =>
  `${rate.toFixed(0)}/s, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (${(p99 / p50).toFixed(1)} ×)`;
