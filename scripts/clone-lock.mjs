/**
 * A lock by which one process at a time builds or installs in this clone; others wait.
 *
 * Node has no file lock that the system releases when its holder is killed. Here the holder is recorded in the file
 * with the highest number, `dist/.lock-<n>`, which it touches every two seconds. A process that finds it released, or
 * its holder gone, creates the next number, which only one can. The highest file is never removed, so that a process
 * that looked long ago notices the holders since and tries again.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './child-process.mjs';

const folder = path.join(root, 'dist');
const touchedEvery = 2_000;
/**
 * Milliseconds after which an untouched file means that its holder is gone, where the process cannot be checked or its
 * id may have been reused.
 */
const goneAfter = 60_000;
const lookEvery = 200;

/**
 * Runs `work` while no other process of this clone holds the lock.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  const release = await takeLock();
  try {
    return await work();
  } finally {
    release();
  }
}

/** Whether another process held the lock a moment ago: for messages only. */
export function isLocked() {
  const last = highest();
  return last > 0 && readHolder(last) !== 'gone';
}

async function takeLock() {
  fs.mkdirSync(folder, { recursive: true });
  let watched;
  for (;;) {
    const last = highest();
    const state = last === 0 ? 'gone' : readHolder(last);
    if (state !== 'gone') {
      if (watched?.last !== last || watched.state !== state) watched = { last, state, since: performance.now() };
      if (performance.now() - watched.since < goneAfter) {
        await sleep(lookEvery);
        continue;
      }
    }
    const release = create(last + 1);
    if (release) return release;
  }
}

/** Creates the file of this number; undefined if another process was faster. */
function create(number) {
  const file = fileOf(number);
  try {
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, place: place() }), { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  }
  if (highest() > number) {
    fs.rmSync(file, { force: true });
    return undefined;
  }
  for (const lower of numbers().filter((one) => one < number)) fs.rmSync(fileOf(lower), { force: true });
  const ticker = setInterval(() => ignoreMissing(() => fs.utimesSync(file, new Date(), new Date())), touchedEvery);
  ticker.unref();
  return () => {
    clearInterval(ticker);
    ignoreMissing(() => fs.writeFileSync(file, 'released', { flag: 'r+' }));
  };
}

/** 'gone', or a value that changes for as long as the holder is alive. */
function readHolder(number) {
  try {
    const file = fileOf(number);
    const touched = `${fs.statSync(file).mtimeMs}`;
    const content = fs.readFileSync(file, 'utf8');
    if (content.startsWith('released')) return 'gone';
    // being written right now, or half written by a killed process
    if (!content.endsWith('}')) return touched;
    const { pid, place: theirs } = JSON.parse(content);
    return theirs === place() && !isRunning(pid) ? 'gone' : touched;
  } catch (error) {
    if (error.code === 'ENOENT') return 'replaced';
    throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The scope of process ids: this machine, and on Linux this container. */
function place() {
  try {
    return `${os.hostname()} ${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return os.hostname();
  }
}

function numbers() {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder).flatMap((name) => (/^\.lock-\d+$/.test(name) ? [Number(name.slice(6))] : []));
}

const highest = () => Math.max(0, ...numbers());

const fileOf = (number) => path.join(folder, `.lock-${number}`);

/** Another process took us for gone (a suspended machine) and removed our file. */
function ignoreMissing(work) {
  try {
    work();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
