import { nodePackageManagerPrograms, offeredCommands } from '../contract/offered-commands.ts';

/** A program with its arguments, started without a shell and without any input of a caller. */
export interface AllowedCommand {
  readonly program: string;
  readonly args: readonly string[];
}

const node = (...args: string[]): AllowedCommand => ({ program: process.execPath, args });
/** Our own command line, as `npm run` starts it. */
const ours = (...args: string[]): AllowedCommand => node('--import', 'tsx', ...args);

/** How each package manager runs a script of package.json. */
const runScript = (manager: (typeof nodePackageManagerPrograms)[number], script: string): AllowedCommand =>
  manager === 'ni' ? { program: 'nr', args: [script] } : { program: manager, args: ['run', script] };

/** All commands: nothing else is ever run. */
export const allowedCommands: Readonly<Record<string, AllowedCommand>> = {
  'version.node': node('--version'),
  ...Object.fromEntries(
    nodePackageManagerPrograms.map((one) => [
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
  ...Object.fromEntries(nodePackageManagerPrograms.map((one) => [`web-build.${one}`, runScript(one, 'build:web')])),
};

/** A command of the list; undefined if there is none of this name. */
export const findAllowedCommand = (key: string): AllowedCommand | undefined =>
  Object.hasOwn(allowedCommands, key) ? allowedCommands[key] : undefined;

/** The task of a command, regardless of the package manager. */
export const taskNameOf = (key: string): string =>
  offeredCommands.find(
    ({ name, managed }) => managed && nodePackageManagerPrograms.some((one) => key === `${name}.${one}`),
  )?.name ?? key;

/** The command line as shown to people. */
export const shownCommand = ({ program, args }: AllowedCommand): string =>
  [program === process.execPath ? 'node' : program, ...args].join(' ');
