/**
 * On a busy machine a test may fail by accident, so that each gets one second chance: by the `retry` of its suite or, where
 * it has none, by running its file once more. A test fails if it needs a second chance twice: within one run, or in this run
 * and in its last run on this machine.
 */
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../child-process.mjs';
import { addProcessor } from './report.mjs';

const recordFile = path.join(root, 'node_modules', '.cache', 'xingjian', 'second-chances.json');
/** Up to this many failed files are run once more; more of them are no accident. */
const mostFiles = 3;

/** The files to run once more. None if a failure has used its second chance or is outside of files. */
export function filesToRepeat(files) {
  const failed = files.filter((one) => one.failed > 0);
  const hopeless = failed.some((one) => !one.file || one.failures.some(({ retried }) => retried));
  return failed.length > mostFiles || hopeless ? [] : failed;
}

/** The results of files, some of which were run once more. */
export function mergeRepeated(files, repeated) {
  return files.map((one) => {
    const later = one.failed > 0 && repeated.find(({ file, project }) => file === one.file && project === one.project);
    if (!later) return one;
    const before = [...one.failures, ...one.again];
    const twice = later.again.filter(({ name }) => before.some((first) => first.name === name));
    const passed = new Set([...later.clean, ...later.again.map(({ name }) => name)]);
    const merged = {
      ...later,
      seconds: one.seconds + later.seconds,
      processor: addProcessor([one.processor, later.processor]),
      again: [
        ...before.filter(({ name }) => passed.has(name)),
        ...later.again.filter((it) => !twice.includes(it)),
      ].filter(({ name }) => !twice.some((it) => it.name === name)),
    };
    return failAlso(merged, twice, 'passed only when tried again, and again only then when its file was run once more');
  });
}

/** Fails tests that needed a second chance in their last run too; `after` is the record for the next run: dates by test. */
export function judgeSecondChances(files, before, today) {
  const after = { ...before };
  const judged = files.map((one) => {
    const key = (name) => `${one.project} ${one.file} ${name}`;
    const needed = new Set(one.again.map(({ name }) => name));
    for (const name of one.clean) if (!needed.has(name)) delete after[key(name)];
    for (const name of needed) after[key(name)] = today;
    const twice = one.again.filter(({ name }) => before[key(name)]);
    const again = one.again.filter((it) => !twice.includes(it));
    return twice.reduce(
      (file, it) => failAlso(file, [it], `passed only when tried again, as in its last run (${before[key(it.name)]})`),
      { ...one, again },
    );
  });
  return { files: judged, after };
}

function failAlso(file, those, why) {
  if (those.length === 0) return file;
  return {
    ...file,
    passed: file.passed - those.filter(({ name }) => name).length,
    failed: file.failed + those.length,
    failures: [...file.failures, ...those.map(({ name, text }) => ({ name, text: `${why}\n${text}` }))],
  };
}

/** The record of the last run: dates by test. */
export function readSecondChances() {
  try {
    return JSON.parse(fs.readFileSync(recordFile, 'utf8'));
  } catch {
    return {}; // none yet, or cut off
  }
}

export function writeSecondChances(record) {
  fs.mkdirSync(path.dirname(recordFile), { recursive: true });
  fs.writeFileSync(recordFile, JSON.stringify(record, null, 2));
}
