import { create } from 'zustand';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { urlWithToken } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { readJson, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';
import {
  commandRunSignals,
  type TerminalMessage,
} from '../contract/command-run-signals-output-events-and-terminal-state-types.ts';
import {
  advanceCommandTaskList,
  type CommandTask,
  type CommandTaskEvent,
  type CommandTaskList,
  type CommandTaskListStep,
  emptyCommandTaskList,
  restoreCommandTaskList,
} from '../contract/command-task-list-state.ts';

const texts = {
  blocked: text(
    '新添加的任务永远不会开始，因为被失败的任务阻塞',
    'Newly added tasks will never start because they are blocked by failed tasks',
  ),
};

/** localStorage key of the list (specification §9), also the name of the lock of the window that works on it. */
const key = 'storeTerminal';
/** Milliseconds between two writes during output, and lines of a task that outlive the page. */
const pace = 300;
const maxStoredLines = 500;

type StoredList = Pick<CommandTaskList, 'showDot' | 'taskList' | 'automaticCleanupTask'>;

interface Terminal {
  list: CommandTaskList;
  /** Another window works on the list: this one only displays it. */
  elsewhere: boolean;
}

export const useCommandTaskListStore = create<Terminal>(() => ({
  list: { ...emptyCommandTaskList, ...readStored() },
  elsewhere: true,
}));

/** The stored list; anything invalid is ignored. */
function readStored(): StoredList {
  const { showDot, taskList, automaticCleanupTask } = readJson<Partial<StoredList>>(localStorage, key) ?? {};
  const states = ['Waiting', 'Connecting', 'Executing', 'Success', 'Failed', 'Unknown'];
  const isTask = (one: Partial<CommandTask> | null) =>
    typeof one?.uuid === 'string' &&
    typeof one.command === 'string' &&
    states.includes(one.status ?? '') &&
    Array.isArray(one.message);
  return {
    showDot: showDot === true,
    taskList: Array.isArray(taskList) ? taskList.filter(isTask) : [],
    automaticCleanupTask: automaticCleanupTask === '0' ? '0' : '1',
  };
}

let isWriting = false;
/** The list outlives the page; during output it is written at intervals. */
function storeSoon(): void {
  if (isWriting) return;
  isWriting = true;
  setTimeout(() => {
    isWriting = false;
    const { showDot, taskList, automaticCleanupTask } = useCommandTaskListStore.getState().list;
    const shortened = taskList.map((task) => ({ ...task, message: task.message.slice(-maxStoredLines) }));
    writeJson(localStorage, key, { showDot, taskList: shortened, automaticCleanupTask } satisfies StoredList);
  }, pace);
}

/** Applies an event to the list and carries out its effects. */
export function applyTaskEvent(event: CommandTaskEvent): void {
  const { list, elsewhere } = useCommandTaskListStore.getState();
  if (elsewhere && event.type !== 'open' && event.type !== 'close') return;
  take(advanceCommandTaskList(list, event));
}

function take({ list, effects }: CommandTaskListStep): void {
  useCommandTaskListStore.setState({ list });
  if (!useCommandTaskListStore.getState().elsewhere) storeSoon();
  for (const effect of effects) {
    if (effect.type === 'connect') connect(effect.task);
    if (effect.type === 'blocked') toast.error(translate(texts.blocked));
  }
}

/** Adds a command of the server's list. */
export const addCommandTask = (command: string, blockOnFailure: boolean, extend = ''): void =>
  applyTaskEvent({
    type: 'add',
    task: {
      uuid: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`,
      createtime: Math.floor(Date.now() / 1000),
      command,
      blockOnFailure,
      extend,
    },
  });

function connect({ uuid, command, extend }: CommandTask): void {
  const stream = new EventSource(urlWithToken('/admin/Terminal/index', { command, uuid, extend, ansi: '1' }, 'admin'));
  stream.onmessage = ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as TerminalMessage;
    if (message.uuid !== uuid) return;
    if (message.data === commandRunSignals.completed) stream.close();
    applyTaskEvent({ type: 'output', uuid, data: message.data });
  };
  // a browser would reconnect by itself; the command must not run again
  stream.onerror = () => {
    stream.close();
    applyTaskEvent({ type: 'broke', uuid });
  };
}

let started = false;
/** Starts working on the list as soon as no other window of this browser does; until then shows its state. */
export function startRunningCommandTasks(): void {
  if (started) return;
  started = true;
  const follow = ({ key: changed }: StorageEvent) => {
    if (changed === key)
      useCommandTaskListStore.setState(({ list }) => ({ list: { ...list, ...readStored(), showDot: list.showDot } }));
  };
  const work = () => {
    window.removeEventListener('storage', follow);
    const { list } = useCommandTaskListStore.getState();
    useCommandTaskListStore.setState({ elsewhere: false });
    const step = restoreCommandTaskList(readStored());
    take({ ...step, list: { ...step.list, show: list.show, showDot: list.show ? false : step.list.showDot } });
  };
  // browsers only offer locks on pages served over TLS or from localhost; elsewhere each window works for itself
  if (!navigator.locks) {
    work();
    return;
  }
  window.addEventListener('storage', follow);
  void navigator.locks.request(key, () => {
    work();
    return new Promise<void>(() => {}); // held until the window closes
  });
}
