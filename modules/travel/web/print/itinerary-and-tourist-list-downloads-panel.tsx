import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { readFormDraft, storeFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { isCancelled, post, urlWithToken } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { TextArea } from '#web/input/control/text-password-and-textarea-inputs.tsx';
import { downloadBlobAsFile } from '#web/input/upload/download-blob-as-file.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import '../team-code/team-code-panel.css';

const texts = {
  lead: text(
    '行程单不含游客信息；名单中的证件号与手机已脱敏。',
    'The itinerary contains no tourist data; document numbers and mobiles on the list are masked.',
  ),
  sheet: text('下载行程单（PDF）', 'Download itinerary (PDF)'),
  list: text('下载游客名单（PDF）', 'Download tourist list (PDF)'),
  full: text('完整名单', 'Full list'),
  title: text('下载完整游客名单', 'Download full tourist list'),
  body: text(
    '证件号与手机将完整印出。谁、何时、为何下载会被记录，并印在每一页上。',
    'Document numbers and mobiles are printed in full. Who downloaded it, when and why is recorded and printed on every page.',
  ),
  reason: text('事由', 'Reason'),
  make: text('下载', 'Download'),
};

const reasonForm = { reason: field.textarea(texts.reason) };

/** A list of five thousand tourists takes a while, in ms. */
const fullListTimeout = 60_000;
const shortest = 2;

/** Record panel to download the itinerary and the tourist lists of a team. */
export default function ItineraryAndTouristListDownloadsPanel({ row }: RecordPanelProps) {
  const { app } = areaPaths();
  const call = `/${app}/travel.itinerary`;
  const { id } = row;
  return (
    <div className="xj-team-prints">
      <p>{translate(texts.lead)}</p>
      <p className="xj-team-code-links">
        <Button href={urlWithToken(`${call}/sheet`, { id })}>{translate(texts.sheet)}</Button>
        {(app === 'api' || can('travel/tourist/index')) && (
          <Button href={urlWithToken(`${call}/touristList`, { id })}>{translate(texts.list)}</Button>
        )}
        {app === 'admin' && can('travel/tourist/reveal') && <FullList id={id} />}
      </p>
    </div>
  );
}

function FullList({ id }: { id: number }) {
  const [asking, setAsking] = useState(false);
  const draft = `travel/itinerary/fullList ${id}`;
  const [reason, setReason] = useState(() => String(readFormDraft(draft, reasonForm)?.reason ?? ''));
  useEffect(() => storeFormDraft(draft, reasonForm, { reason }), [draft, reason]);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const close = () => {
    setAsking(false);
    setProblem(undefined);
  };
  const make = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { id, reason: reason.trim() };
      const { name, pdf } = await post<{ name: string; pdf: string }>('/admin/travel.itinerary/fullList', body, {
        quiet: true,
        timeout: fullListTimeout,
      });
      const bytes = Uint8Array.from(atob(pdf), (one) => one.charCodeAt(0));
      downloadBlobAsFile(name, new Blob([bytes], { type: 'application/pdf' }));
      setReason('');
      close();
    } catch (error) {
      if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>{translate(texts.full)}</Button>
      {asking && (
        <FormDialog
          title={translate(texts.title)}
          okText={translate(texts.make)}
          width={440}
          busy={busy}
          disabled={reason.trim().length < shortest}
          dirty={reason.trim() !== ''}
          draft
          onOk={() => void make()}
          onClose={close}
        >
          <p id={`full-${id}`}>{translate(texts.body)}</p>
          <TextArea
            aria-label={translate(texts.reason)}
            aria-describedby={`full-${id}`}
            placeholder={translate(texts.reason)}
            rows={3}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          {problem && (
            <p role="alert" className="xj-form-field-error">
              {problem}
            </p>
          )}
        </FormDialog>
      )}
    </>
  );
}
