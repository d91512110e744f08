import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * How the server's memory is bounded before the program begins. `environment`: glibc gives each thread a pool of memory of
 * its own and keeps what a burst needed; two pools, and large blocks that go back to the system once they are free. What
 * the operator sets stands. `flags`: new objects get 8 MB, not 16, before they are looked through. See docs/decisions/database.md.
 */
export const memoryLimits = JSON.parse(fs.readFileSync(new URL('./memory-limits.json', import.meta.url), 'utf8'));

/**
 * Runs a program quietly; when it fails, the error carries all of its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<string>} what it wrote to its standard output
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let all = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      all += chunk;
    });
    child.stderr.on('data', (chunk) => {
      all += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${path.basename(command)} ${args.join(' ')}: ${signal ?? `exit ${code}`}\n${all.trim()}`));
    });
  });
}

/**
 * Runs a program in the foreground and resolves to its exit code. Signals are passed on, each once: a terminal sends
 * Ctrl-C to everybody and npm sends it again, while the program takes a second signal for impatience. So it gets a
 * process group of its own, and an open channel whose end tells it that we are gone, even by `kill -9`.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function runInForeground(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      detached: process.platform !== 'win32',
      ...options,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    let last = 0;
    const passOn = (signal) => {
      if (performance.now() - last < 500) return;
      last = performance.now();
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, passOn);
    const stopWatching = watchLauncher(() => passOn('SIGTERM'));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      stopWatching();
      for (const name of signals) process.off(name, passOn);
      resolve(code ?? 128 + (os.constants.signals[signal] ?? 0));
    });
  });
}

/**
 * Started by npm, we are nobody's once npm is gone (`kill -9` reaches only npm): end as well, or the next start would
 * find the port taken. Started by hand we may outlive the shell that did it.
 *
 * @param {() => void} onGone
 * @returns {() => void} stops watching
 */
function watchLauncher(onGone) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return () => {};
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
  return () => clearInterval(timer);
}

/** Our parent, and above a shell that npm may have put between the shell's parent. */
function ancestors() {
  const parent = process.ppid;
  try {
    const stat = fs.readFileSync(`/proc/${parent}/stat`, 'utf8');
    const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return /^(ba|da|z|k)?sh$/.test(command) ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`; // no /proc, e.g. macOS: the parent alone has to do
  }
}
