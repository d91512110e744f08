import type { Options } from '../options.ts';
import type { Comparison } from './comparison.ts';
import { type DriveResult, drive, type Side } from './drive.ts';
import type { MeasuredServers } from './measured-servers.ts';
import { childrenCpuSeconds, cpuSeconds } from './process-use.ts';

/** Figures of one side of a comparison, over all its slices. */
export interface Figures {
  /** Median of the slices, per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU microseconds of the Node process per operation. */
  nodeCpu: number;
  /** CPU microseconds of PostgreSQL's backends per operation. */
  databaseCpu: number;
}

export interface Result {
  name: string;
  title: string;
  product: Figures;
  bare: Figures;
  /** Median over the rounds of the ratio of product to bare server. */
  ratio: number;
  target: number;
  met: boolean;
}

interface Slice extends DriveResult {
  nodeCpu: number;
  databaseCpu: number;
}

/**
 * A server works all day, so it is measured warm: V8 has optimised a path of this length after some thousand calls, and
 * until then uses as much of the processor as the path itself.
 */
const warmCalls = 6000;
/** Maximum warm-up of a side, in ms. */
const longestWarmUp = 20_000;

/** Product and baseline take turns in short slices, so that other load of the machine affects both. */
export async function measure(comparison: Comparison, servers: MeasuredServers, options: Options): Promise<Result> {
  const { product, bare } = await comparison.sides();
  const slice = (side: Side, pid: number, ms = options.slice) => runSlice(side, pid, servers, options.connections, ms);
  await warm(product, options.connections);
  await warm(bare, options.connections);
  const ours: Slice[] = [];
  const theirs: Slice[] = [];
  for (let round = 0; round < options.rounds; round++) {
    ours.push(await slice(product, servers.product.pid));
    theirs.push(await slice(bare, servers.bare.pid));
  }
  const ratio = median(ours.map((one, at) => rateOf(one) / rateOf(theirs[at] as Slice)));
  const { name, title, target } = comparison;
  return { name, title, target, ratio, met: ratio >= target, product: figuresOf(ours), bare: figuresOf(theirs) };
}

async function warm(side: Side, connections: number): Promise<void> {
  const until = performance.now() + longestWarmUp;
  for (let calls = 0; calls < warmCalls && performance.now() < until; )
    calls += (await drive(side, connections, 1000)).done;
}

async function runSlice(
  side: Side,
  pid: number,
  servers: MeasuredServers,
  connections: number,
  ms: number,
): Promise<Slice> {
  const before = [cpuSeconds(pid), childrenCpuSeconds(servers.postmaster)] as const;
  const driven = await drive(side, connections, ms);
  return {
    ...driven,
    nodeCpu: cpuSeconds(pid) - before[0],
    databaseCpu: childrenCpuSeconds(servers.postmaster) - before[1],
  };
}

const rateOf = ({ done, seconds }: DriveResult) => done / seconds;

function figuresOf(slices: readonly Slice[]): Figures {
  const latencies = Float64Array.from(slices.flatMap((one) => [...one.latencies])).sort();
  const done = slices.reduce((sum, one) => sum + one.done, 0);
  const micros = (pick: (one: Slice) => number) => (slices.reduce((sum, one) => sum + pick(one), 0) / done) * 1e6;
  return {
    rate: median(slices.map(rateOf)),
    p50: latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
    nodeCpu: micros((one) => one.nodeCpu),
    databaseCpu: micros((one) => one.databaseCpu),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}
