import { lazy, Suspense } from 'react';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { useText } from '#web/i18n/locale.ts';
import {
  type CommandTask,
  type CommandTaskStatus,
  isTaskActive,
  isTaskBlocking,
} from '../contract/command-task-list-state.ts';
import { applyTaskEvent } from './command-task-list-store-and-runner.ts';
import { useMaintenanceCommandLabel } from './use-label-of-maintenance-command.ts';

/** The renderer is large, so it loads when somebody unfolds output. */
const AnsiOutput = lazy(() => import('./ansi-output.tsx'));

const texts = {
  retry: text('重试', 'Retry'),
  remove: text('删除', 'Delete'),
  unfold: text('展开输出（{n} 行）', 'Show output ({n} {n|line|lines})'),
  fold: text('收起输出', 'Hide output'),
};

const states: Readonly<Record<CommandTaskStatus, Text & { tone: Tone }>> = {
  Waiting: { ...text('等待执行', 'Waiting'), tone: 'neutral' },
  Connecting: { ...text('连接中', 'Connecting'), tone: 'progress' },
  Executing: { ...text('执行中', 'Executing'), tone: 'progress' },
  Success: { ...text('执行成功', 'Success'), tone: 'good' },
  Failed: { ...text('执行失败', 'Failed'), tone: 'bad' },
  Unknown: { ...text('结果未知', 'Unknown'), tone: 'warning' },
};

const tags = {
  blocking: { ...text('阻塞后续任务', 'Block subsequent tasks'), tone: 'bad' },
  stay: { ...text('请勿刷新页面', 'Do not refresh the page'), tone: 'warning' },
} as const;

interface CommandTaskItemProps {
  task: CommandTask;
  /** Another window works on the list. */
  fixed: boolean;
  onRetry: () => void;
}

export function CommandTaskItem({ task, fixed, onRetry }: CommandTaskItemProps) {
  const t = useText();
  const nameOf = useMaintenanceCommandLabel();
  const { uuid, status, command, message, showMessage, createtime } = task;
  const state = states[status];
  const ended = status === 'Success' || status === 'Failed' || status === 'Unknown';
  return (
    <li data-status={status}>
      <div className="xj-terminal-task">
        <strong>{nameOf(command)}</strong>
        <code>{command}</code>
        <OptionTag option={state} />
        {isTaskBlocking(task) && <OptionTag option={tags.blocking} />}
        {isTaskActive(task) && <OptionTag option={tags.stay} />}
        <time>{formatMoment(createtime)}</time>
      </div>
      <div className="xj-terminal-buttons">
        {message.length > 0 && (
          <button
            type="button"
            className="xj-button"
            aria-expanded={showMessage}
            onClick={() => applyTaskEvent({ type: 'fold', uuid, showMessage: !showMessage })}
            disabled={fixed}
          >
            {showMessage ? t(texts.fold) : t(texts.unfold, { n: message.length })}
          </button>
        )}
        {ended && (
          <button type="button" className="xj-button" disabled={fixed || task.streams} onClick={onRetry}>
            {t(texts.retry)}
          </button>
        )}
        {!isTaskActive(task) && (
          <button
            type="button"
            className="xj-button"
            disabled={fixed}
            onClick={() => applyTaskEvent({ type: 'delete', uuid })}
          >
            {t(texts.remove)}
          </button>
        )}
      </div>
      {showMessage && message.length > 0 && (
        <Suspense fallback={<pre className="xj-terminal-output">{message.slice(-12).join('\n')}</pre>}>
          <AnsiOutput lines={message} label={nameOf(command)} />
        </Suspense>
      )}
    </li>
  );
}
