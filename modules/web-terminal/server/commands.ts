import { offeredCommands, packageManagerPrograms } from '../contract/offered-commands.ts';

/** A program with its arguments, started without a shell and without any input of a caller. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

const node = (...args: string[]): Command => ({ program: process.execPath, args });
/** Our own command line, as `npm run` starts it. */
const ours = (...args: string[]): Command => node('--import', 'tsx', ...args);

/** How each package manager runs a script of package.json. */
const runScript = (manager: (typeof packageManagerPrograms)[number], script: string): Command =>
  manager === 'ni' ? { program: 'nr', args: [script] } : { program: manager, args: ['run', script] };

/** All commands: nothing else is ever run. */
export const commands: Readonly<Record<string, Command>> = {
  'version.node': node('--version'),
  ...Object.fromEntries(
    packageManagerPrograms.map((one) => [
      `version.${one}`,
      { program: one, args: [one === 'ni' ? '-v' : '--version'] },
    ]),
  ),
  'ping.localhost': { program: 'ping', args: ['-c', '4', '127.0.0.1'] },
  migrate: ours('apps/cli.ts', 'migrate'),
  backup: ours('apps/cli.ts', 'backup'),
  'restore-rehearsal': ours('apps/cli.ts', 'restore', '--rehearse'),
  verify: ours('apps/cli.ts', 'verify'),
  bench: ours('bench/main.ts', '--rows', '2000', '--only', 'list,read', '--slice', '300', '--rounds', '3'),
  ...Object.fromEntries(packageManagerPrograms.map((one) => [`web-build.${one}`, runScript(one, 'build:web')])),
};

/** A command of the list; undefined if there is none of this name. */
export const findCommand = (key: string): Command | undefined =>
  Object.hasOwn(commands, key) ? commands[key] : undefined;

/** The task of a command, regardless of the package manager. */
export const taskNameOf = (key: string): string =>
  offeredCommands.find(({ name, managed }) => managed && packageManagerPrograms.some((one) => key === `${name}.${one}`))
    ?.name ?? key;

/** The command line as shown to people. */
export const shownCommand = ({ program, args }: Command): string =>
  [program === process.execPath ? 'node' : program, ...args].join(' ');
