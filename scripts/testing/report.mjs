/** The report at the end of `npm test`. */

/** Number of files in the list of the most expensive ones. */
const shownFiles = 25;

/** Kinds of processor time. `runner` is the thread that runs a file; a checker is counted as a runner. */
const columns = [
  ['runner', (one) => one?.runner],
  ['browser', (one) => one?.browser],
  ['product', (one) => one?.product],
  ['postgres', (one) => one?.database],
];

const sumOf = (one) => columns.reduce((total, [, read]) => total + (read(one) ?? 0), 0);
const number = (value) => (value === undefined ? '' : value.toFixed(1)).padStart(10);
const numbers = (processor) =>
  `${number(processor && sumOf(processor))}${columns.map(([, read]) => number(read(processor))).join('')}`;
const heads = ['processor', ...columns.map(([name]) => name)].map((name) => name.padStart(10)).join('');

/** The sum of several measurements by kind. Undefined if there are none (on systems without /proc). */
export function addProcessor(those) {
  const measured = those.filter(Boolean);
  if (measured.length === 0) return undefined;
  const kinds = [...new Set(measured.flatMap((one) => Object.keys(one)))];
  return Object.fromEntries(kinds.map((kind) => [kind, measured.reduce((total, one) => total + (one[kind] ?? 0), 0)]));
}

/**
 * The lines of the report: the most expensive files, tests that passed only when tried again, failures with their errors, and
 * each stage with the sum of the seconds of its parts, which run at the same time.
 *
 * @param results of the stages
 * @param outside processor time that belongs to no file: of the runner, and of programs it started
 * @param lasted seconds of the whole run
 */
export function describeResults(results, outside, lasted) {
  const files = results.flatMap((one) => one.files ?? []);
  const measured = results.some(({ processor }) => processor);
  return [
    ...describeFiles(files, measured),
    ...files.flatMap(({ file, again }) =>
      again.map(({ name, text }) => `\n↻ passed only when tried again: ${file} ${name}\n${text}`),
    ),
    ...files.flatMap(({ file, failures }) => failures.map(({ name, text }) => `\n✗ ${file} ${name}\n${text}`)),
    ...describeStages(results, measured),
    ...(measured
      ? [
          `processor seconds outside of files: runner ${outside.runner.toFixed(1)}, what it started ${outside.started.toFixed(1)}`,
        ]
      : []),
    `\n${lasted.toFixed(0)} seconds in all`,
  ];
}

function describeFiles(files, measured) {
  if (files.length === 0) return [];
  const cost = (one) => (measured ? sumOf(one.processor) : one.seconds);
  const most = files.toSorted((one, other) => cost(other) - cost(one)).slice(0, shownFiles);
  const what = measured ? 'seconds by the clock and of processors' : 'seconds';
  return [
    `\n${what} of ${files.length} files, those that took most first`,
    ...(measured ? [`${'clock'.padStart(10)}${heads}`] : []),
    ...most.map(
      ({ project, file, seconds, processor }) =>
        `${number(seconds)}${measured ? numbers(processor) : ''}  ${project.padEnd(12)}  ${file}`,
    ),
  ];
}

const describeStages = (results, measured) => [
  `\n${'stage'.padEnd(14)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'worked'.padStart(10)}${measured ? heads : ''}`,
  ...results.map(({ name, passed, failed, seconds, processor }) => {
    const counts = `${String(passed).padStart(8)}${String(failed).padStart(8)}${number(seconds)}`;
    return `${name.padEnd(14)}${counts}${measured ? numbers(processor) : ''}${failed > 0 ? '  ✗' : ''}`;
  }),
];
