/**
 * Shows what takes time while it takes it: one line per step, closed with its duration. On a terminal the line ticks;
 * in a log file a line every ten seconds shows that something still moves.
 */

/**
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const live = process.stdout.isTTY;
  const show = () => process.stdout.write(live ? `\r… ${title} ${seconds()}` : `… ${title}\n`);
  show();
  const ticker = setInterval(show, live ? 500 : 10_000);
  const close = (mark) => {
    clearInterval(ticker);
    process.stdout.write(`${live ? '\r\x1b[K' : ''}${mark} ${title} (${seconds()})\n`);
  };
  try {
    const result = await work();
    close('✓');
    return result;
  } catch (error) {
    close('✗');
    throw error;
  }
}

/** Something the person at the terminal can mend: shown without a stack. */
export class Advice extends Error {}

/**
 * Runs a script's main function: advice is printed as it is, anything else with its stack, both with exit code 1.
 *
 * @param {() => Promise<number>} main resolves to the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Advice ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
