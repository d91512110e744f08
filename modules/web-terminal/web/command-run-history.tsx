import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import type { StoredCommandRun } from '../contract/command-run-signals-output-events-and-terminal-state-types.ts';
import { useCommandTaskListStore } from './command-task-list-store-and-runner.ts';
import { useMaintenanceCommandLabel } from './use-label-of-maintenance-command.ts';

const AnsiOutput = lazy(() => import('./ansi-output.tsx'));

const texts = {
  title: text('执行记录', 'Run history'),
  none: text('还没有记录', 'No records yet'),
  silent: text('没有输出', 'No output'),
};

const states: Readonly<Record<StoredCommandRun['status'], Text & { tone: Tone }>> = {
  running: { ...text('执行中', 'Running'), tone: 'progress' },
  success: { ...text('成功', 'Success'), tone: 'good' },
  failed: { ...text('失败', 'Failed'), tone: 'bad' },
  stopped: { ...text('已中止', 'Aborted'), tone: 'muted' },
};

function Output({ id, status, label }: { id: number; status: string; label: string }) {
  const t = useText();
  const { data } = useQuery({
    // a running task has more output on each load
    queryKey: ['terminal', 'output', id, status],
    staleTime: 0,
    queryFn: queryFnFor<{ run: { output: string } }>('/admin/terminal/output', { id }),
  });
  if (!data) return null;
  if (data.run.output === '') return <p className="xj-terminal-lead">{t(texts.silent)}</p>;
  return (
    <Suspense fallback={null}>
      <AnsiOutput lines={data.run.output.split('\n')} label={label} />
    </Suspense>
  );
}

/** Runs of everybody from the database, loaded when opened. */
export function CommandRunHistory() {
  const t = useText();
  const nameOf = useMaintenanceCommandLabel();
  const [looked, setLooked] = useState(false);
  const [shown, setShown] = useState<number>();
  // reload when a task of this browser starts or ends
  const here = useCommandTaskListStore(({ list }) =>
    list.taskList.map((one) => one.uuid + one.status + one.streams).join(),
  );
  const { data } = useQuery({
    queryKey: ['terminal', 'runs', here],
    placeholderData: previousDataAsPlaceholder('terminal', 'runs'),
    queryFn: queryFnFor<{ list: StoredCommandRun[] }>('/admin/terminal/runs'),
    enabled: looked,
    staleTime: 0,
  });
  return (
    <details className="xj-terminal-more" onToggle={(event) => setLooked(event.currentTarget.open)}>
      <summary>{t(texts.title)}</summary>
      {data?.list.length === 0 && <p className="xj-terminal-lead">{t(texts.none)}</p>}
      <ul className="xj-terminal-runs">
        {data?.list.map(({ id, command, username, status, createtime }) => (
          <li key={id}>
            <button
              type="button"
              className="xj-terminal-run"
              aria-expanded={shown === id}
              onClick={() => setShown(shown === id ? undefined : id)}
            >
              <span>{nameOf(command)}</span>
              <code>{command}</code>
              <OptionTag option={states[status]} />
              <small>
                {username} · {formatMoment(createtime)}
              </small>
            </button>
            {shown === id && <Output id={id} status={status} label={nameOf(command)} />}
          </li>
        ))}
      </ul>
    </details>
  );
}
