import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useId, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { OfficerSelect, type SelectableOfficer } from '#web/lifecycle/officer-select.tsx';
import '#web/table/table.css';
import { handOverScreen } from '../contract/module.ts';
import './explain-permissions-compare-groups-and-view-as-group-screen.css';

const texts = {
  lead: text(
    '人员变动时，把一位管理员的岗位（及随岗位的管理组）和在办事项一次交给另一位。',
    "When staff change, hand over an administrator's positions (with their groups) and open work to another in one step.",
  ),
  from: text('移交人', 'Handing over'),
  to: text('接收人', 'Taking over'),
  jobs: text('岗位', 'Positions'),
  noJobs: text('没有岗位', 'No positions'),
  jobsNotOffered: text(
    '岗位带有权限：只能在权限低于您的管理员之间移交。',
    'Positions carry permissions: they can only be handed over between administrators with fewer permissions than yours.',
  ),
  nobody: text('辖区内没有找到', 'Nobody found in your jurisdiction'),
  open: text('在办事项', 'Open work'),
  noOpen: text(
    '没有指名由其承办的在办事项；按地区和权限分派的待办会随岗位出现在接收人处。',
    'No open work is assigned by name. To-dos assigned by area and permission appear for whoever holds the position.',
  ),
  all: text('移交全部在办事项', 'Hand over all open work'),
  run: text('移交', 'Hand over'),
  confirm: text('确认移交？', 'Confirm handover?'),
  confirmText: text(
    '岗位与在办事项立即改由接收人负责，并记入操作日志。',
    'The recipient becomes responsible for the positions and open work at once. This is recorded in the operation log.',
  ),
};
const people = '/admin/auth.handOver/people';

interface Own {
  jobs: { id: number; name: string }[];
  jobs_offered: boolean;
  open: { resource: string; field: string; label: string; n: number }[];
}

/** `/admin/auth/handOver`: hands over an administrator's jobs and open work to another. */
export default function HandOverPositionsAndOpenWorkScreen() {
  const t = useText();
  const client = useQueryClient();
  const ids = { from: useId(), to: useId() };
  const [from, setFrom] = useState<SelectableOfficer>();
  const [to, setTo] = useState<SelectableOfficer>();
  const [jobs, setJobs] = useState<number[]>([]);
  const [open, setOpen] = useState(false);
  const queryKey = ['hand over', from?.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: queryFnFor<Own>('/admin/auth.handOver/index', { from: from?.id }),
    enabled: from !== undefined,
    staleTime: 0,
  });
  const run = useMutation({
    mutationFn: () =>
      post('/admin/auth.handOver/run', { from: from?.id, to: to?.id, jobs, open }, { successMessage: true }),
    onSuccess: () => {
      setJobs([]);
      setOpen(false);
      return client.invalidateQueries();
    },
  });
  const confirmAndRun = async (): Promise<void> => {
    if (await confirm({ title: t(texts.confirm), text: t(texts.confirmText), okText: t(texts.run) })) run.mutate();
  };
  const ready = from !== undefined && to !== undefined && from.id !== to.id && (jobs.length > 0 || open);
  return (
    <div className="xj-screen xj-padded">
      <header className="xj-screen-head">
        <div>
          <h1>{t(handOverScreen.label)}</h1>
          <p>{t(texts.lead)}</p>
        </div>
      </header>
      <div className="xj-access">
        <div className="xj-access-form">
          <div className="xj-access-field">
            <label htmlFor={ids.from}>{t(texts.from)}</label>
            <OfficerSelect
              id={ids.from}
              path={people}
              value={from}
              none={t(texts.nobody)}
              onChange={(officer) => {
                setFrom(officer);
                setJobs([]);
                setOpen(false);
              }}
            />
          </div>
          <div className="xj-access-field">
            <label htmlFor={ids.to}>{t(texts.to)}</label>
            <OfficerSelect id={ids.to} path={people} value={to} none={t(texts.nobody)} onChange={setTo} />
          </div>
        </div>
        {error && <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />}
        {data && <HandedOver own={data} jobs={jobs} open={open} onJobs={setJobs} onOpen={setOpen} />}
        <div>
          <Button type="primary" disabled={!ready} loading={run.isPending} onClick={() => void confirmAndRun()}>
            {t(texts.run)}
          </Button>
        </div>
      </div>
    </div>
  );
}

interface HandedOverProps {
  own: Own;
  jobs: number[];
  open: boolean;
  onJobs(jobs: number[]): void;
  onOpen(open: boolean): void;
}

/** Choice of jobs and open work. */
function HandedOver({ own, jobs, open, onJobs, onOpen }: HandedOverProps) {
  const t = useText();
  return (
    <section className="xj-access-answer">
      <h3>{t(texts.jobs)}</h3>
      {own.jobs.length === 0 ? (
        <p>{t(own.jobs_offered ? texts.noJobs : texts.jobsNotOffered)}</p>
      ) : (
        <Checkbox.Group
          value={jobs}
          options={own.jobs.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(chosen) => onJobs(chosen as number[])}
        />
      )}
      <h3>{t(texts.open)}</h3>
      {own.open.length === 0 ? (
        <p>{t(texts.noOpen)}</p>
      ) : (
        <>
          <ul>
            {own.open.map((one) => (
              <li key={`${one.resource} ${one.field}`}>
                {one.label} {one.n}
              </li>
            ))}
          </ul>
          <Checkbox checked={open} onChange={(event) => onOpen(event.target.checked)}>
            {t(texts.all)}
          </Checkbox>
        </>
      )}
    </section>
  );
}
