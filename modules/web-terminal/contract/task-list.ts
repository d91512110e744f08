import { terminalSignals } from './terminal-messages.ts';

/**
 * The task list of a browser's terminal with all its rules (specification §4), as a pure function: an event and the
 * current list give the next list and the effects to carry out.
 */

export type TaskStatus = 'Waiting' | 'Connecting' | 'Executing' | 'Success' | 'Failed' | 'Unknown';

export interface Task {
  readonly uuid: string;
  /** Unix seconds. */
  readonly createtime: number;
  readonly status: TaskStatus;
  /** Its stream is open: output may still follow the result. */
  readonly streams: boolean;
  readonly command: string;
  /** Lines of output. */
  readonly message: readonly string[];
  readonly showMessage: boolean;
  readonly blockOnFailure: boolean;
  readonly extend: string;
}

export interface TaskList {
  /** Whether the terminal is open. */
  readonly show: boolean;
  /** There is output nobody has looked at. */
  readonly showDot: boolean;
  readonly taskList: readonly Task[];
  /** `'1'`: successful tasks are removed when new ones are added. */
  readonly automaticCleanupTask: '0' | '1';
}

export type TaskEvent =
  | { type: 'add'; task: Pick<Task, 'uuid' | 'createtime' | 'command' | 'blockOnFailure' | 'extend'> }
  | { type: 'output'; uuid: string; data: string }
  | { type: 'broke'; uuid: string }
  | { type: 'retry'; uuid: string }
  | { type: 'delete'; uuid: string }
  | { type: 'fold'; uuid: string; showMessage: boolean }
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'clean' }
  | { type: 'clean-automatically'; on: boolean };

export type TaskEffect =
  /** Run it: open the stream of the task. */
  | { type: 'connect'; task: Task }
  /** Its stream has ended; report the result to whoever added it. */
  | { type: 'finished'; uuid: string; status: 'Success' | 'Failed' }
  /** Warn that the added task cannot start. */
  | { type: 'blocked' };

export interface TaskListStep {
  readonly list: TaskList;
  readonly effects: readonly TaskEffect[];
}

export const emptyTaskList: TaskList = { show: false, showDot: false, taskList: [], automaticCleanupTask: '1' };

/** Maximum lines of a task in the browser. */
const mostLines = 5000;

export const isActive = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'Connecting' || status === 'Executing';
/** Whether all tasks after it wait until it is retried or deleted. */
export const isBlocking = ({ status, blockOnFailure }: Pick<Task, 'status' | 'blockOnFailure'>): boolean =>
  blockOnFailure && (status === 'Failed' || status === 'Unknown');

/** A task in another state; a blocking one unfolds its output, which explains why. */
function inState(task: Task, status: TaskStatus): Task {
  const next = { ...task, status };
  return isBlocking(next) ? { ...next, showMessage: true } : next;
}

const changed = (list: TaskList, uuid: string, change: (task: Task) => Task): TaskList => ({
  ...list,
  taskList: list.taskList.map((task) => (task.uuid === uuid ? change(task) : task)),
});

const withoutSuccesses = (tasks: readonly Task[]) => tasks.filter(({ status }) => status !== 'Success');

/** The task that may start now: one at a time, in order, none after a blocking one. */
export function nextToStart({ taskList }: TaskList): Task | undefined {
  if (taskList.some(isActive)) return undefined;
  for (const task of taskList) {
    if (task.status === 'Waiting') return task;
    if (isBlocking(task)) return undefined;
  }
  return undefined;
}

function start(list: TaskList, effects: readonly TaskEffect[]): TaskListStep {
  const next = nextToStart(list);
  if (!next) return { list, effects };
  const task: Task = { ...inState(next, 'Connecting'), streams: true };
  return { list: changed(list, next.uuid, () => task), effects: [...effects, { type: 'connect', task }] };
}

/** The list after loading a page: the result of tasks that were running is unknown. */
export const restoreTaskList = (
  stored: Pick<TaskList, 'showDot' | 'taskList' | 'automaticCleanupTask'>,
): TaskListStep =>
  start(
    {
      ...stored,
      show: false,
      taskList: stored.taskList.map((task) => ({
        ...(isActive(task) ? inState(task, 'Unknown') : task),
        streams: false,
      })),
    },
    [],
  );

/** The only way to change a list. Events about missing tasks, or not allowed in their state, change nothing. */
export function advanceTaskList(list: TaskList, event: TaskEvent): TaskListStep {
  switch (event.type) {
    case 'add':
      return add(list, event.task);
    case 'output':
    case 'broke':
      return hear(list, event);
    case 'retry':
      return start(
        changed(list, event.uuid, (task) =>
          isActive(task) || task.streams ? task : { ...task, status: 'Waiting', message: [] },
        ),
        [],
      );
    case 'delete':
      return start(
        { ...list, taskList: list.taskList.filter((task) => task.uuid !== event.uuid || isActive(task)) },
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

function add(list: TaskList, given: Extract<TaskEvent, { type: 'add' }>['task']): TaskListStep {
  if (list.taskList.some(({ uuid }) => uuid === given.uuid)) return { list, effects: [] };
  const remaining = list.automaticCleanupTask === '1' ? withoutSuccesses(list.taskList) : list.taskList;
  const task: Task = { ...given, status: 'Waiting', streams: false, message: [], showMessage: false };
  const blocked = !list.show && remaining.some(isBlocking);
  return start({ ...list, taskList: [...remaining, task] }, blocked ? [{ type: 'blocked' }] : []);
}

function hear(list: TaskList, event: Extract<TaskEvent, { type: 'output' | 'broke' }>): TaskListStep {
  const { uuid } = event;
  const heard = list.taskList.find((task) => task.uuid === uuid);
  if (!heard?.streams) return { list, effects: [] };
  const become = (status: TaskStatus) => changed(list, uuid, (task) => inState(task, status));
  if (event.type === 'broke') return finish(become('Failed'), uuid);
  switch (event.data) {
    case terminalSignals.linked:
      return heard.status === 'Connecting' ? { list: become('Executing'), effects: [] } : { list, effects: [] };
    case terminalSignals.success:
      return isActive(heard) ? start(become('Success'), []) : { list, effects: [] };
    case terminalSignals.error:
      return start(become('Failed'), []);
    case terminalSignals.completed:
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
function finish(list: TaskList, uuid: string): TaskListStep {
  const status = list.taskList.find((task) => task.uuid === uuid)?.status === 'Success' ? 'Success' : 'Failed';
  const ended = changed(list, uuid, (task) => ({ ...task, streams: false }));
  return start(ended, [{ type: 'finished', uuid, status }]);
}
