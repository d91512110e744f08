/** Processor time from /proc: on Linux; elsewhere nothing is known, and `undefined` or nothing comes back. */
import fs from 'node:fs';

/** In which Linux counts for programs, on every architecture that Node runs on (USER_HZ). */
const ticksPerSecond = 100;

/** `/proc/<pid>/stat`: the command in it may hold spaces and brackets (proc(5)). */
export function parseStat(text) {
  const begin = text.indexOf('(');
  const end = text.lastIndexOf(')');
  if (begin === -1 || end === -1) return undefined;
  // the first of these is the third of proc(5)
  const fields = text.slice(end + 2).split(' ');
  const seconds = (from) => (Number(fields[from]) + Number(fields[from + 1])) / ticksPerSecond;
  return { command: text.slice(begin + 1, end), own: seconds(11), reaped: seconds(13), started: Number(fields[19]) };
}

/** Of a process, or of a thread as `<pid>/task/<tid>`; undefined when it is no more. */
export function readStat(which) {
  try {
    return parseStat(fs.readFileSync(`/proc/${which}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The processes that a process started, or one thread of it (`<pid>/task/<tid>`), and has not waited for. */
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

/** What a process is in a run of tests, by its command. */
export function kindOf(command) {
  if (/^(chrom|headless_shell)/i.test(command)) return 'browser';
  return command.startsWith('postgres') ? 'database' : 'product';
}

/**
 * Seconds by kind of a process and all below it, with those of children that ended and were waited for: it only grows.
 * Undefined when the process is no more.
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
 * What each child of this process used, with all below it: the kernel adds it to ours when the child is waited for, just
 * before its `exit` is told. So each is to be asked for then, by the function that comes back.
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
