import { useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { useId } from 'react';
import { text } from '#kernel/text/text.ts';
import { post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { TerminalState } from '../contract/command-run-signals-output-events-and-terminal-state-types.ts';
import { nodePackageManagers } from '../contract/offered-commands.ts';
import { applyTaskEvent, useCommandTaskListStore } from './command-task-list-store-and-runner.ts';

const texts = {
  title: text('设置', 'Settings'),
  manager: text('包管理器', 'Package manager'),
  port: text('服务端口（仅用于提醒）', 'Server port (for reminders only)'),
  clean: text('添加任务时自动清理已成功的任务', 'Clear successful tasks automatically when adding a task'),
};

interface TerminalSettingsFormProps {
  state: TerminalState;
  fixed: boolean;
  queryKey: readonly string[];
}

/** Settings of the terminal: package manager and port apply to everybody, automatic cleanup to this browser. */
export function PackageManagerPortAndTaskCleanupSettingsForm({ state, fixed, queryKey }: TerminalSettingsFormProps) {
  const t = useText();
  const id = useId();
  const client = useQueryClient();
  const { automaticCleanupTask } = useCommandTaskListStore(({ list }) => list);
  const change = async (sent: { manager: string } | { port: number }) => {
    await post('/admin/ajax/changeTerminalConfig', sent).catch(() => undefined);
    await client.invalidateQueries({ queryKey });
  };
  return (
    <details className="xj-terminal-more">
      <summary>{t(texts.title)}</summary>
      <div className="xj-terminal-options">
        <label htmlFor={`${id}-manager`}>{t(texts.manager)}</label>
        <Select
          id={`${id}-manager`}
          value={state.package_manager}
          options={nodePackageManagers.map((value) => ({ value }))}
          onChange={(manager) => void change({ manager })}
        />
        <label htmlFor={`${id}-port`}>{t(texts.port)}</label>
        <input
          id={`${id}-port`}
          type="number"
          min={1}
          max={65_535}
          defaultValue={state.port}
          onBlur={(event) => {
            const port = event.target.valueAsNumber;
            if (Number.isInteger(port) && port !== state.port) void change({ port });
          }}
        />
        <label htmlFor={`${id}-clean`}>{t(texts.clean)}</label>
        <input
          id={`${id}-clean`}
          type="checkbox"
          className="xj-switch"
          disabled={fixed}
          checked={automaticCleanupTask === '1'}
          onChange={(event) => applyTaskEvent({ type: 'clean-automatically', on: event.target.checked })}
        />
      </div>
    </details>
  );
}
