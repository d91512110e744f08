import { CodeOutlined } from '@ant-design/icons';
import { lazy, Suspense, useEffect } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { useRegisterPaletteActions } from '#web/tab/command-palette-and-shortcut-action-registry.ts';
import {
  applyTaskEvent,
  startRunningCommandTasks,
  useCommandTaskListStore,
} from './command-task-list-store-and-runner.ts';

const texts = {
  shell: text('界面', 'Shell'),
  terminal: text('终端', 'Terminal'),
  news: text('终端有新的输出', 'The terminal has new output'),
};

const WebTerminalSideSheet = lazy(() => import('./terminal-side-sheet.tsx'));
const open = () => applyTaskEvent({ type: 'open' });

/** Button of the terminal in the header, with a dot for output nobody has looked at. */
export default function WebTerminalButton() {
  const t = useText();
  const { show, showDot } = useCommandTaskListStore(({ list }) => list);
  useEffect(startRunningCommandTasks, []);
  useRegisterPaletteActions([{ id: 'shell.terminal', label: t(texts.terminal), section: t(texts.shell), run: open }]);
  const label = t(showDot ? texts.news : texts.terminal);
  return (
    <>
      <button type="button" className="xj-tool" title={label} aria-label={label} aria-expanded={show} onClick={open}>
        <CodeOutlined aria-hidden />
        {showDot && <span className="xj-tool-dot" />}
      </button>
      {show && (
        <Suspense fallback={null}>
          <WebTerminalSideSheet />
        </Suspense>
      )}
    </>
  );
}
