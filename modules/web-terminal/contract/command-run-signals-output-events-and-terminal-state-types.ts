import type { NodePackageManager } from './offered-commands.ts';

/** Signals of the server about a run, besides lines of output (specification §7). */
export const commandRunSignals = {
  linked: 'command-link-success',
  success: 'command-exec-success',
  error: 'command-exec-error',
  completed: 'command-exec-completed',
} as const;

/** An event of `GET /admin/Terminal/index`. */
export interface TerminalMessage {
  readonly data: string;
  readonly uuid: string;
  readonly extend: string;
  readonly key: string;
}

/** Answer of `GET /admin/terminal/state`. */
export interface TerminalState {
  /** Seconds for which commands may be started without confirming one's identity again. */
  confirmed: number;
  package_manager: NodePackageManager;
  port: number;
}

/** A stored run. Times are Unix seconds. */
export interface StoredCommandRun {
  id: number;
  command: string;
  username: string;
  status: 'running' | 'success' | 'failed' | 'stopped';
  exit_code: number | null;
  createtime: number;
  finishtime: number | null;
}
