/** Processor time from /proc, on Linux. Elsewhere functions return `undefined` or an empty list. */
import fs from 'node:fs';

/** USER_HZ: the unit of /proc on every architecture that Node runs on. */
const ticksPerSecond = 100;

/** Reads `/proc/<pid>/stat` (proc(5)). The command in it may contain spaces and brackets. */
export function parseStat(text) {
  const begin = text.indexOf('(');
  const end = text.lastIndexOf(')');
  if (begin === -1 || end === -1) return undefined;
  // the first of these is the third field in proc(5)
  const fields = text.slice(end + 2).split(' ');
  const seconds = (from) => (Number(fields[from]) + Number(fields[from + 1])) / ticksPerSecond;
  return { command: text.slice(begin + 1, end), own: seconds(11), reaped: seconds(13), started: Number(fields[19]) };
}

/** Reads it for a process, or for a thread given as `<pid>/task/<tid>`. Undefined if it has ended. */
export function readStat(which) {
  try {
    return parseStat(fs.readFileSync(`/proc/${which}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Running children of a process, or of one of its threads (`<pid>/task/<tid>`). */
export function childrenOf(which) {
  try {
    const threads = which.includes('/')
      ? [which]
      : fs.readdirSync(`/proc/${which}/task`).map((id) => `${which}/task/${id}`);
    return threads.flatMap((thread) => fs.readFileSync(`/proc/${thread}/children`, 'utf8').split(' ').filter(Boolean));
  } catch {
    return [];
  }
}

/** The part that a process has in a run of tests, by its command. */
export function kindOf(command) {
  if (/^(chrom|headless_shell)/i.test(command)) return 'browser';
  return command.startsWith('postgres') ? 'database' : 'product';
}

/**
 * Seconds by kind of a process and all its descendants, including those that ended and were waited for: the value only grows.
 * Undefined if the process has ended.
 */
export function readTree(pid) {
  const stat = readStat(pid);
  if (!stat) return undefined;
  const seconds = { [kindOf(stat.command)]: stat.own + stat.reaped };
  for (const child of childrenOf(pid))
    for (const [kind, more] of Object.entries(readTree(child)?.seconds ?? {}))
      seconds[kind] = (seconds[kind] ?? 0) + more;
  return { key: `${pid} ${stat.started}`, seconds };
}

/**
 * Measures children of this process with their descendants. The kernel adds the time of a child to ours when it is waited
 * for, just before its `exit` event: the returned function must be called in that event, and returns the child's seconds.
 */
export function countChildren() {
  let before = readStat('self')?.reaped;
  return () => {
    const now = readStat('self')?.reaped;
    if (now === undefined || before === undefined) return undefined;
    const seconds = now - before;
    before = now;
    return seconds;
  };
}
