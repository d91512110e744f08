import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Limits of the server's memory before the program begins. `environment`: glibc gives each thread a memory pool of its
 * own and keeps what a burst needed; two pools, and large blocks returned to the system when free. Values set by the
 * operator take precedence. `flags`: 8 MB for new objects, not 16. See docs/decisions/database.md.
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
 * Runs a program in the foreground and resolves to its exit code. Passes on each signal once: a terminal sends Ctrl-C
 * to all processes and npm sends it again, while the program treats a second signal as impatience. Therefore it gets
 * its own process group, and an open channel whose end tells it that we are gone, even by `kill -9`.
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
 * Started by npm, this process is orphaned when npm is gone (`kill -9` reaches only npm): it ends too, or the next
 * start would find the port in use. Started by hand it may outlive its shell.
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

/** Our parent, and the grandparent if npm put a shell in between. */
function ancestors() {
  const parent = process.ppid;
  try {
    const stat = fs.readFileSync(`/proc/${parent}/stat`, 'utf8');
    const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return /^(ba|da|z|k)?sh$/.test(command) ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`; // no /proc, e.g. on macOS: the parent alone has to do
  }
}
