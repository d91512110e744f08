import type { DeclaredNotification } from './declared-notifications-of-added-or-moved-rows.ts';

type AnyHook = (
  // biome-ignore lint/suspicious/noExplicitAny: hooks of every resource share one registry
  context: any,
) => Promise<void> | void;

/** Messages of added rows (`added`) and of moves, by name of the move. */
export type NotificationsByEvent = Readonly<
  Record<string, DeclaredNotification | readonly DeclaredNotification[] | undefined>
>;

/** Hooks of any resource: the registry and the write do not know its fields. `WriteHooks` of `write/hook/write-hooks-of-module.ts` is what modules write. */
export interface WriteHooksOfAnyResource {
  readonly add?: AnyHook;
  readonly edit?: AnyHook;
  readonly del?: AnyHook;
  /** By name of the move. */
  readonly moves?: Readonly<Record<string, AnyHook | undefined>>;
  readonly nextVersion?: (input: Record<string, unknown>) => void;
  readonly restore?: AnyHook;
  readonly notify?: NotificationsByEvent;
}
