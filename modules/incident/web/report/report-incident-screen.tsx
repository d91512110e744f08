import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Fields } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { FormWithOwnSubmitHandler } from '#web/form/form-with-own-submit-handler.tsx';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { post, type WireError } from '#web/http/client.ts';
import { queueWrite } from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { locateDevice } from '#web/map/place/locate-device.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import {
  type IncidentReportChoices,
  incidentReportFields,
  incidentReportScreen,
} from '../../contract/incident-report-screen-and-fields.ts';
import './report-incident-screen.css';

const texts = {
  lead: text(
    '事发后 1 小时内报告。先报已知的情况，之后可以续报。',
    'Report within an hour. Tell what is known now; the rest can follow.',
  ),
  first: text('人员有危险时先打电话', 'If people are in danger, call first'),
  of: text('团队或企业', 'Team or operator'),
  none: text(
    '只有导游和企业人员在这里报告。请拨打 110 报警或 12345。',
    'Guides and people of operators report here. Please call 110 for the police, or 12345.',
  ),
  send: text('立即报告', 'Report now'),
  sent: text('已报告', 'Reported'),
  no: text('编号 {no}', 'Number {no}'),
  next: text(
    '值班室已收到。请保持电话畅通，情况有变化请续报。',
    'The duty room has it. Keep your phone free, and send an update if anything changes.',
  ),
  unsent: text('尚未发出', 'Not sent yet'),
  waits: text(
    '没有网络，报告已存在本机，联网后立即发出。人员有危险时请先打电话。',
    'There is no network. The report is kept on this device and sent as soon as there is one. If people are in danger, call.',
  ),
  open: text('查看事件', 'Open the incident'),
  again: text('再报告一起', 'Report another'),
  team: text('{route} {no}，{n} 人', '{route} {no}, {n} {n|person|people}'),
};

const lines = [
  ['110', text('报警', 'Police')],
  ['119', text('消防', 'Fire')],
  ['120', text('急救', 'Ambulance')],
] as const;

/** Screen `/user/incident/report`: a guide or somebody of an operator reports an incident with a phone, in under a minute. */
export default function ReportIncidentScreen() {
  const t = useText();
  const [sent, setSent] = useState<SentReport>();
  const query = useQuery({
    queryKey: ['incident', 'report'],
    queryFn: queryFnFor<IncidentReportChoices>('/api/incident.report/choices', {}, { area: 'api' }),
    staleTime: 60_000,
  });
  return (
    <ModuleScreenFrame title={t(incidentReportScreen.label)} lead={t(texts.lead)} className="xj-incident-report">
      {sent ? (
        <section className="xj-incident-sent" data-queued={sent === 'queued' ? '' : undefined} role="status">
          {sent === 'queued' ? (
            <>
              <h2>{t(texts.unsent)}</h2>
              <p>{t(texts.waits)}</p>
              <EmergencyCalls />
            </>
          ) : (
            <>
              <h2>{t(texts.sent)}</h2>
              <p>{t(texts.no, { no: sent.no })}</p>
              <p>{t(texts.next)}</p>
              {sent.seen && <Link to={`/user/incident/incident/${sent.id}`}>{t(texts.open)}</Link>}
            </>
          )}
          <button type="button" className="xj-button" onClick={() => setSent(undefined)}>
            {t(texts.again)}
          </button>
        </section>
      ) : (
        <QueryResultOrError query={query}>
          {(choices) =>
            choices.teams.length + choices.enterprises.length === 0 ? (
              <p role="alert">{t(texts.none)}</p>
            ) : (
              <ReportForm choices={choices} onSent={setSent} />
            )
          }
        </QueryResultOrError>
      )}
    </ModuleScreenFrame>
  );
}

/** What became of a report: stored, or waiting on the device until there is a network. */
type SentReport = { readonly id: number; readonly no: string; readonly seen: boolean } | 'queued';

interface ReportFormProps {
  readonly choices: IncidentReportChoices;
  onSent(sent: SentReport): void;
}

/** Numbers to call at once. */
function EmergencyCalls({ hotline = '' }: { readonly hotline?: string }) {
  const t = useText();
  return (
    <p className="xj-incident-calls">
      {t(texts.first)}
      {lines.map(([number, label]) => (
        <a key={number} className="xj-button" href={`tel:${number}`}>
          {t(label)} {number}
        </a>
      ))}
      {hotline && (
        <a className="xj-button" href={`tel:${hotline}`}>
          {hotline}
        </a>
      )}
    </p>
  );
}

function ReportForm({ choices, onSent }: ReportFormProps) {
  const t = useText();
  const [fields] = useState(() => fieldsFor(choices, t));
  const form = useFormState(fields);
  useDevicePlace(form);
  const send = async () => {
    const { of, ...report } = form.values as Record<string, unknown> & { of?: string };
    const [kind, id] = String(of ?? '').split(':');
    const subject = kind === '' ? {} : { [kind === 'team' ? 'itinerary_id' : 'enterprise_id']: Number(id) };
    const stored = await post<{ id: number; no: string }>(
      '/api/incident.report/send',
      { ...report, ...subject, reported_at: Math.floor(Date.now() / 1000) },
      { area: 'api', quiet: true },
    );
    onSent({ ...stored, seen: choices.enterprises.length > 0 });
  };
  /** Without a network the report waits on the device, and is sent before all else. */
  const queue = async (error: WireError): Promise<boolean> => {
    const title = String(form.values.title ?? '');
    const isQueued = await queueWrite(error, { title, resource: 'incident/incident', first: true });
    if (isQueued) onSent('queued');
    return isQueued;
  };
  return (
    <>
      <EmergencyCalls hotline={choices.hotline} />
      <FormWithOwnSubmitHandler
        form={form}
        label={t(incidentReportScreen.label)}
        saveText={t(texts.send)}
        savedText={t(texts.sent)}
        values={() => (form.check() ? form.values : undefined)}
        send={send}
        onRefused={queue}
        onDirty={() => undefined}
      />
    </>
  );
}

/** The declared fields, with the choice of a team or operator where there is more than one. */
function fieldsFor({ teams, enterprises }: IncidentReportChoices, t: ReturnType<typeof useText>): Fields {
  const options = Object.fromEntries([
    ...teams.map(({ id, team_no, route, people }) => {
      const label = t(texts.team, { route: route ?? '', no: team_no, n: people }).trim();
      return [`team:${id}`, text(label, label)];
    }),
    ...enterprises.map(({ id, name }) => [`enterprise:${id}`, text(name, name)]),
  ]);
  const [only, ...others] = Object.keys(options);
  if (others.length === 0) return incidentReportFields;
  const of = field.select(texts.of, { required: true, options, ...(teams.length === 1 ? { initial: only } : {}) });
  return { of, ...incidentReportFields };
}

/** Fills in the position of the device once, unless a place was chosen meanwhile. */
function useDevicePlace(form: ReturnType<typeof useFormState>): void {
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    let gone = false;
    void locateDevice().then((found) => {
      if (gone || !found || latest.current.values.place) return;
      latest.current.set('place', { ...found, from: 'device' });
    });
    return () => {
      gone = true;
    };
  }, []);
}
