import { useText } from '#web/i18n/locale.ts';
import { offeredCommands } from '../contract/offered-commands.ts';

/** Label of a command: `web-build.pnpm` has that of its kind. */
export function useMaintenanceCommandLabel(): (command: string) => string {
  const t = useText();
  return (command) => {
    const found =
      offeredCommands.find((one) => one.name === command) ??
      offeredCommands.find((one) => command.startsWith(`${one.name}.`));
    return found ? t(found.label) : command;
  };
}
