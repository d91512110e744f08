export type Kind = 'browser' | 'product' | 'database';

export interface ProcessStat {
  command: string;
  /** Seconds of processor time. */
  own: number;
  /** The same of children that ended and were waited for. */
  reaped: number;
  /** When it began: with the number of the process, it is one and no other. */
  started: number;
}

export interface ProcessTree {
  /** Of this process and no other that gets its number. */
  key: string;
  seconds: Partial<Record<Kind, number>>;
}

export function parseStat(text: string): ProcessStat | undefined;
export function readStat(which: string): ProcessStat | undefined;
export function childrenOf(which: string): string[];
export function kindOf(command: string): Kind;
export function readTree(pid: string): ProcessTree | undefined;
export function countChildren(): () => number | undefined;
