import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '#server/log.ts';
import { checkAddressFree, runUntilSignal } from '#server/run-program-until-signal.ts';
import { StartupError } from '#server/startup-error.ts';

/** A program to be signalled: `<mode> [port]`. */
const [mode, port] = process.argv.slice(2);
const print = (word: string) => process.stdout.write(`${word}\n`);
const alive = setInterval(() => {}, 1000);
const log = createLog({ pretty: false });

await runUntilSignal({
  log,
  start: async (signal) => {
    if (mode === 'refuse') throw new StartupError({ 'zh-cn': '不行。', en: 'No.' });
    if (mode === 'break') throw new Error('broken');
    if (mode === 'port') await checkAddressFree({ host: '127.0.0.1', port: Number(port) });
    if (mode === 'slow') {
      print('starting');
      await sleep(60_000, undefined, { signal });
    }
    print('running');
    if (mode === 'crash') void Promise.reject(new Error('forgotten'));
    if (mode === 'log') setInterval(() => log.info({ at: Date.now() }, 'still here'), 20);
    return 'resource';
  },
  stop: async (running) => {
    print(`stopping ${running}`);
    if (mode === 'stubborn') await sleep(60_000);
    clearInterval(alive);
    print('stopped');
  },
});
