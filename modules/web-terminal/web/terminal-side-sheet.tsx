import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import type { CommandTask } from '#modules/web-terminal/contract/command-task-list-state.ts';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { SideSheet } from '#web/feedback/side-sheet.tsx';
import { get } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import type { TerminalState } from '../contract/command-run-signals-output-events-and-terminal-state-types.ts';
import { type OfferedCommand, offeredCommands } from '../contract/offered-commands.ts';
import { CommandRunHistory } from './command-run-history.tsx';
import { CommandTaskItem } from './command-task-item.tsx';
import { addCommandTask, applyTaskEvent, useCommandTaskListStore } from './command-task-list-store-and-runner.ts';
import { PackageManagerPortAndTaskCleanupSettingsForm } from './package-manager-port-and-task-cleanup-settings-form.tsx';
import { ReconfirmIdentityBeforeCommand } from './reconfirm-identity-before-command.tsx';
import './terminal.css';

const texts = {
  title: text('终端', 'Terminal'),
  lead: text(
    '在服务器上执行维护命令。关闭此窗口不影响任务；刷新或关闭页面会终止正在执行的命令。',
    'Run maintenance commands on the server. Closing this window does not affect tasks; refreshing or closing the page ends the running command.',
  ),
  commands: text('可执行的命令', 'Available commands'),
  tasks: text('任务', 'Tasks'),
  none: text('还没有任务', 'No tasks yet'),
  clean: text('清理已成功的任务', 'Clear successful tasks'),
  elsewhere: text(
    '终端正在另一个窗口中使用，这里只能查看。关闭那个窗口后即可在此操作。',
    'The terminal is in use in another window; this one is read-only. Close that window to work here.',
  ),
  port: text(
    '当前页面的端口与设置的服务端口 {port} 不同，请确认您打开的是正在维护的服务。',
    'The port of this page differs from the configured server port {port}. Make sure you opened the server under maintenance.',
  ),
};

const stateKey = ['terminal', 'state'];

interface TasksProps {
  readonly tasks: readonly CommandTask[];
  /** Another window works on them. */
  readonly fixed: boolean;
  onRetry(uuid: string): void;
}

function Tasks({ tasks, fixed, onRetry }: TasksProps) {
  const t = useText();
  return (
    <section aria-label={t(texts.tasks)}>
      <header className="xj-terminal-head">
        <h3>{t(texts.tasks)}</h3>
        {tasks.some(({ status }) => status === 'Success') && (
          <button
            type="button"
            className="xj-button"
            disabled={fixed}
            onClick={() => applyTaskEvent({ type: 'clean' })}
          >
            {t(texts.clean)}
          </button>
        )}
      </header>
      {tasks.length === 0 ? (
        <p className="xj-terminal-lead">{t(texts.none)}</p>
      ) : (
        <ol className="xj-terminal-tasks">
          {tasks.map((task) => (
            <CommandTaskItem key={task.uuid} task={task} fixed={fixed} onRetry={() => onRetry(task.uuid)} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The terminal: tasks as a timeline, commands, settings and the run history. */
export default function WebTerminalSideSheet() {
  const t = useText();
  const { list, elsewhere } = useCommandTaskListStore();
  const { data: state } = useQuery({ queryKey: stateKey, queryFn: queryFnFor<TerminalState>('/admin/terminal/state') });
  // the action that waits until the person has confirmed their identity
  const [awaiting, setAwaiting] = useState<{ run: () => void } | undefined>();
  const whenConfirmed = async (run: () => void) => {
    const now = await get<TerminalState>('/admin/terminal/state').catch(() => undefined);
    if (!now) return;
    if (now.confirmed > 5) run();
    else setAwaiting({ run });
  };
  const manager = state?.package_manager ?? 'pnpm';
  const start = async ({ name, managed, confirm: confirmation, blocks, label }: OfferedCommand) => {
    if (confirmation && !(await confirm({ title: t(label), text: t(confirmation) }))) return;
    await whenConfirmed(() => addCommandTask(managed ? `${name}.${manager}` : name, blocks));
  };
  const port = Number(window.location.port || (window.location.protocol === 'https:' ? 443 : 80));
  return (
    <SideSheet open title={t(texts.title)} className="xj-terminal" onClose={() => applyTaskEvent({ type: 'close' })}>
      <div className="xj-terminal-body">
        <p className="xj-terminal-lead">{t(texts.lead)}</p>
        {elsewhere && (
          <p className="xj-terminal-note" role="status">
            {t(texts.elsewhere)}
          </p>
        )}
        {state && state.port !== port && ![80, 443].includes(port) && (
          <p className="xj-terminal-note">{t(texts.port, { port: state.port })}</p>
        )}
        <section aria-label={t(texts.commands)} className="xj-terminal-commands">
          {offeredCommands
            .filter((one) => !(one.managed && manager === 'none'))
            .map((one) => (
              <button
                key={one.name}
                type="button"
                className="xj-button"
                disabled={elsewhere || !state}
                onClick={() => void start(one)}
              >
                {t(one.label)}
                {one.managed && <small>{manager}</small>}
              </button>
            ))}
        </section>
        {awaiting && (
          <ReconfirmIdentityBeforeCommand
            onConfirmed={() => {
              setAwaiting(undefined);
              awaiting.run();
            }}
            onClose={() => setAwaiting(undefined)}
          />
        )}
        <Tasks
          tasks={list.taskList}
          fixed={elsewhere}
          onRetry={(uuid) => void whenConfirmed(() => applyTaskEvent({ type: 'retry', uuid }))}
        />
        <CommandRunHistory />
        {state && <PackageManagerPortAndTaskCleanupSettingsForm state={state} fixed={elsewhere} queryKey={stateKey} />}
      </div>
    </SideSheet>
  );
}
