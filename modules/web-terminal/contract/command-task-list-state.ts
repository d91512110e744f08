import { commandRunSignals } from './command-run-signals-output-events-and-terminal-state-types.ts';

/**
 * The task list of a browser's terminal with all its rules (specification §4), as a pure function: an event and the
 * current list give the next list and the effects to carry out.
 */

export type CommandTaskStatus = 'Waiting' | 'Connecting' | 'Executing' | 'Success' | 'Failed' | 'Unknown';

export interface CommandTask {
  readonly uuid: string;
  /** Unix seconds. */
  readonly createtime: number;
  readonly status: CommandTaskStatus;
  /** Its stream is open: output may still follow the result. */
  readonly streams: boolean;
  readonly command: string;
  /** Lines of output. */
  readonly message: readonly string[];
  readonly showMessage: boolean;
  readonly blockOnFailure: boolean;
  readonly extend: string;
}

export interface CommandTaskList {
  /** Whether the terminal is open. */
  readonly show: boolean;
  /** There is output nobody has looked at. */
  readonly showDot: boolean;
  readonly taskList: readonly CommandTask[];
  /** `'1'`: successful tasks are removed when new ones are added. */
  readonly automaticCleanupTask: '0' | '1';
}

export type CommandTaskEvent =
  | { type: 'add'; task: Pick<CommandTask, 'uuid' | 'createtime' | 'command' | 'blockOnFailure' | 'extend'> }
  | { type: 'output'; uuid: string; data: string }
  | { type: 'broke'; uuid: string }
  | { type: 'retry'; uuid: string }
  | { type: 'delete'; uuid: string }
  | { type: 'fold'; uuid: string; showMessage: boolean }
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'clean' }
  | { type: 'clean-automatically'; on: boolean };

export type CommandTaskEffect =
  /** Run it: open the stream of the task. */
  | { type: 'connect'; task: CommandTask }
  /** Its stream has ended; report the result to whoever added it. */
  | { type: 'finished'; uuid: string; status: 'Success' | 'Failed' }
  /** Warn that the added task cannot start. */
  | { type: 'blocked' };

export interface CommandTaskListStep {
  readonly list: CommandTaskList;
  readonly effects: readonly CommandTaskEffect[];
}

export const emptyCommandTaskList: CommandTaskList = {
  show: false,
  showDot: false,
  taskList: [],
  automaticCleanupTask: '1',
};

/** Maximum lines of a task in the browser. */
const mostLines = 5000;

export const isTaskActive = ({ status }: Pick<CommandTask, 'status'>): boolean =>
  status === 'Connecting' || status === 'Executing';
/** Whether all tasks after it wait until it is retried or deleted. */
export const isTaskBlocking = ({ status, blockOnFailure }: Pick<CommandTask, 'status' | 'blockOnFailure'>): boolean =>
  blockOnFailure && (status === 'Failed' || status === 'Unknown');

/** A task in another state; a blocking one unfolds its output, which explains why. */
function inState(task: CommandTask, status: CommandTaskStatus): CommandTask {
  const next = { ...task, status };
  return isTaskBlocking(next) ? { ...next, showMessage: true } : next;
}

const changed = (list: CommandTaskList, uuid: string, change: (task: CommandTask) => CommandTask): CommandTaskList => ({
  ...list,
  taskList: list.taskList.map((task) => (task.uuid === uuid ? change(task) : task)),
});

const withoutSuccesses = (tasks: readonly CommandTask[]) => tasks.filter(({ status }) => status !== 'Success');

/** The task that may start now: one at a time, in order, none after a blocking one. */
export function nextTaskToStart({ taskList }: CommandTaskList): CommandTask | undefined {
  if (taskList.some(isTaskActive)) return undefined;
  for (const task of taskList) {
    if (task.status === 'Waiting') return task;
    if (isTaskBlocking(task)) return undefined;
  }
  return undefined;
}

function start(list: CommandTaskList, effects: readonly CommandTaskEffect[]): CommandTaskListStep {
  const next = nextTaskToStart(list);
  if (!next) return { list, effects };
  const task: CommandTask = { ...inState(next, 'Connecting'), streams: true };
  return { list: changed(list, next.uuid, () => task), effects: [...effects, { type: 'connect', task }] };
}

/** The list after loading a page: the result of tasks that were running is unknown. */
export const restoreCommandTaskList = (
  stored: Pick<CommandTaskList, 'showDot' | 'taskList' | 'automaticCleanupTask'>,
): CommandTaskListStep =>
  start(
    {
      ...stored,
      show: false,
      taskList: stored.taskList.map((task) => ({
        ...(isTaskActive(task) ? inState(task, 'Unknown') : task),
        streams: false,
      })),
    },
    [],
  );

/** The only way to change a list. Events about missing tasks, or not allowed in their state, change nothing. */
export function advanceCommandTaskList(list: CommandTaskList, event: CommandTaskEvent): CommandTaskListStep {
  switch (event.type) {
    case 'add':
      return add(list, event.task);
    case 'output':
    case 'broke':
      return hear(list, event);
    case 'retry':
      return start(
        changed(list, event.uuid, (task) =>
          isTaskActive(task) || task.streams ? task : { ...task, status: 'Waiting', message: [] },
        ),
        [],
      );
    case 'delete':
      return start(
        { ...list, taskList: list.taskList.filter((task) => task.uuid !== event.uuid || isTaskActive(task)) },
        [],
      );
    case 'fold':
      return {
        list: changed(list, event.uuid, (task) => ({ ...task, showMessage: event.showMessage })),
        effects: [],
      };
    case 'open':
      return { list: { ...list, show: true, showDot: false }, effects: [] };
    case 'close':
      return { list: { ...list, show: false }, effects: [] };
    case 'clean':
      return { list: { ...list, taskList: withoutSuccesses(list.taskList) }, effects: [] };
    case 'clean-automatically':
      return { list: { ...list, automaticCleanupTask: event.on ? '1' : '0' }, effects: [] };
  }
}

function add(list: CommandTaskList, given: Extract<CommandTaskEvent, { type: 'add' }>['task']): CommandTaskListStep {
  if (list.taskList.some(({ uuid }) => uuid === given.uuid)) return { list, effects: [] };
  const remaining = list.automaticCleanupTask === '1' ? withoutSuccesses(list.taskList) : list.taskList;
  const task: CommandTask = { ...given, status: 'Waiting', streams: false, message: [], showMessage: false };
  const blocked = !list.show && remaining.some(isTaskBlocking);
  return start({ ...list, taskList: [...remaining, task] }, blocked ? [{ type: 'blocked' }] : []);
}

function hear(
  list: CommandTaskList,
  event: Extract<CommandTaskEvent, { type: 'output' | 'broke' }>,
): CommandTaskListStep {
  const { uuid } = event;
  const heard = list.taskList.find((task) => task.uuid === uuid);
  if (!heard?.streams) return { list, effects: [] };
  const become = (status: CommandTaskStatus) => changed(list, uuid, (task) => inState(task, status));
  if (event.type === 'broke') return finish(become('Failed'), uuid);
  switch (event.data) {
    case commandRunSignals.linked:
      return heard.status === 'Connecting' ? { list: become('Executing'), effects: [] } : { list, effects: [] };
    case commandRunSignals.success:
      return isTaskActive(heard) ? start(become('Success'), []) : { list, effects: [] };
    case commandRunSignals.error:
      return start(become('Failed'), []);
    case commandRunSignals.completed:
      return finish(
        changed(list, uuid, (task) => (task.status === 'Success' ? task : inState(task, 'Failed'))),
        uuid,
      );
    default:
      return {
        list: {
          ...changed(list, uuid, (task) => ({ ...task, message: [...task.message, event.data].slice(-mostLines) })),
          showDot: list.showDot || !list.show,
        },
        effects: [],
      };
  }
}

/** Reported once per run; then the next one may start. */
function finish(list: CommandTaskList, uuid: string): CommandTaskListStep {
  const status = list.taskList.find((task) => task.uuid === uuid)?.status === 'Success' ? 'Success' : 'Failed';
  const ended = changed(list, uuid, (task) => ({ ...task, streams: false }));
  return start(ended, [{ type: 'finished', uuid, status }]);
}
