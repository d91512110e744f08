import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useId, useState } from 'react';
import { field } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';
import { ErrorState } from '#web/error/error-state.tsx';
import { confirm } from '#web/feedback/confirm.ts';
import { post } from '#web/http/client.ts';
import { reading } from '#web/http/query.ts';
import { useText } from '#web/i18n/locale.ts';
import { RemoteSelect } from '#web/input/remote-select.tsx';
import '#web/table/table.css';
import { handOverScreen } from '../contract/module.ts';
import './access-screen.css';

const words = {
  lead: text(
    '人员变动时，把一位管理员的岗位（及随岗位的管理组）和在办事项一次交给另一位。',
    'When people change, give the jobs of an administrator (with the groups that come with them) and their open work to another at once.',
  ),
  from: text('移交人', 'From'),
  to: text('接收人', 'To'),
  jobs: text('岗位', 'Jobs'),
  noJobs: text('没有岗位', 'No jobs'),
  open: text('在办事项', 'Open work'),
  noOpen: text(
    '没有指名由其经办的在办事项；按地区和权限分派的待办会随岗位出现在接收人处。',
    'No open work names them. What is to do by area and permission appears for whoever has the job.',
  ),
  all: text('移交全部在办事项', 'Hand over all open work'),
  run: text('移交', 'Hand over'),
  ask: text('确认移交？', 'Hand this over?'),
  askText: text(
    '岗位与在办事项立即改由接收人负责，并记入操作日志。',
    "Jobs and open work are the other person's at once. It is written to the operation log.",
  ),
};
const person = field.reference(words.from, { to: 'auth/admin' });

interface Own {
  jobs: { id: number; name: string }[];
  open: { resource: string; field: string; label: string; n: number }[];
}

const keyOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** `/admin/auth/handOver`: jobs and open work of one administrator, given to another. */
export default function HandOverScreen() {
  const say = useText();
  const client = useQueryClient();
  const ids = { from: useId(), to: useId() };
  const [from, setFrom] = useState<number>();
  const [to, setTo] = useState<number>();
  const [jobs, setJobs] = useState<number[]>([]);
  const [open, setOpen] = useState(false);
  const queryKey = ['hand over', from];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: reading<Own>('/admin/auth.handOver/index', { from }),
    enabled: from !== undefined,
    staleTime: 0,
  });
  const run = useMutation({
    mutationFn: () => post('/admin/auth.handOver/run', { from, to, jobs, open }, { successMessage: true }),
    onSuccess: () => {
      setJobs([]);
      setOpen(false);
      return client.invalidateQueries();
    },
  });
  const ask = async (): Promise<void> => {
    if (await confirm({ title: say(words.ask), text: say(words.askText), okText: say(words.run) })) run.mutate();
  };
  const ready = from !== undefined && to !== undefined && from !== to && (jobs.length > 0 || open);
  return (
    <div className="xj-screen xj-padded">
      <header className="xj-screen-head">
        <div>
          <h1>{say(handOverScreen.label)}</h1>
          <p>{say(words.lead)}</p>
        </div>
      </header>
      <div className="xj-access">
        <div className="xj-access-form">
          <div className="xj-access-field">
            <label htmlFor={ids.from}>{say(words.from)}</label>
            <RemoteSelect
              id={ids.from}
              name="from"
              field={person}
              value={from ?? null}
              onChange={(value) => {
                setFrom(keyOf(value));
                setJobs([]);
                setOpen(false);
              }}
            />
          </div>
          <div className="xj-access-field">
            <label htmlFor={ids.to}>{say(words.to)}</label>
            <RemoteSelect
              id={ids.to}
              name="to"
              field={person}
              value={to ?? null}
              onChange={(value) => setTo(keyOf(value))}
            />
          </div>
        </div>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && (
          <section className="xj-access-answer">
            <h3>{say(words.jobs)}</h3>
            {data.jobs.length === 0 ? (
              <p>{say(words.noJobs)}</p>
            ) : (
              <Checkbox.Group
                value={jobs}
                options={data.jobs.map((one) => ({ value: one.id, label: one.name }))}
                onChange={(chosen) => setJobs(chosen as number[])}
              />
            )}
            <h3>{say(words.open)}</h3>
            {data.open.length === 0 ? (
              <p>{say(words.noOpen)}</p>
            ) : (
              <>
                <ul>
                  {data.open.map((one) => (
                    <li key={`${one.resource} ${one.field}`}>
                      {one.label} {one.n}
                    </li>
                  ))}
                </ul>
                <Checkbox checked={open} onChange={(event) => setOpen(event.target.checked)}>
                  {say(words.all)}
                </Checkbox>
              </>
            )}
          </section>
        )}
        <div>
          <Button type="primary" disabled={!ready} loading={run.isPending} onClick={() => void ask()}>
            {say(words.run)}
          </Button>
        </div>
      </div>
    </div>
  );
}
