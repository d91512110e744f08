import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '#web/feedback/toast.ts';
import { DialogFormOfApiCall } from '#web/form/dialog-form-of-api-call.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';
import { ScanButton } from '#web/scan/scan-button.tsx';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { appealableStates, checkAppeal } from '../../contract/check/check-appeal.ts';
import type { VerifiedOfficer } from '../../contract/check/check-record-answer-types.ts';
import { checkRatingForm } from '../../contract/check/enforcement-check-rating-form-and-screen.ts';
import { publishedCheckResultsPage } from '../../contract/check/published-check-results-page.ts';
import { checkRecordTexts as texts } from './check-record-texts.ts';
import { useCheckItemsAndAnswersQuery } from './use-check-items-and-answers-query.ts';
import './answer-check-items-panel.css';

/** The side of the enterprise: its rights, who the officers are, its anonymous rating, and its objection. */
export default function EnterpriseRightsRatingAndObjectionPanel({ row }: RecordPanelProps) {
  const t = useText();
  return (
    <div className="xj-check-party">
      <section>
        <h3>{t(texts.rights)}</h3>
        <p>{t(texts.rightsList)}</p>
        <p>{t(texts.duties)}</p>
        <p>
          <a href={publishedCheckResultsPage.path}>{t(publishedCheckResultsPage.title)}</a>
        </p>
      </section>
      <OfficerVerification id={row.id} />
      <Rating row={row} />
      <Objection row={row} />
    </div>
  );
}

function OfficerVerification({ id }: { id: number }) {
  const t = useText();
  const [code, setCode] = useState('');
  const [found, setFound] = useState<VerifiedOfficer>();
  const [refused, setRefused] = useState('');
  const verify = async (sought: string) => {
    setFound(undefined);
    setRefused('');
    try {
      setFound(
        await get<VerifiedOfficer>('/api/enforcement.check/verifyOfficer', { id, code: sought }, { quiet: true }),
      );
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void verify(code);
  };
  return (
    <section>
      <h3>{t(texts.verify)}</h3>
      <form onSubmit={submit}>
        <label>
          {t(texts.code)}
          <input type="text" required maxLength={40} value={code} onChange={(event) => setCode(event.target.value)} />
        </label>
        <Button htmlType="submit" type="primary">
          {t(texts.check)}
        </Button>
        <ScanButton
          onFound={(scanned) => {
            setCode(scanned);
            void verify(scanned);
          }}
        />
      </form>
      <div role="status">
        {found && (
          <>
            <p>
              <strong>{t(texts.genuine, { name: found.name })}</strong>
            </p>
            <p>{t(texts.certificate, { no: found.cert_no, org: found.cert_org, day: found.cert_valid_to })}</p>
            {found.photo && <img src={found.photo} alt={found.name} />}
          </>
        )}
        {refused && <em>{refused}</em>}
      </div>
    </section>
  );
}

function Rating({ row }: Pick<RecordPanelProps, 'row'>) {
  const t = useText();
  const client = useQueryClient();
  const { data } = useCheckItemsAndAnswersQuery(row);
  const [open, setOpen] = useState(false);
  if (!data?.ratable) return null;
  return (
    <section>
      <h3>{t(texts.rate)}</h3>
      <p>{t(texts.anonymous)}</p>
      <Button onClick={() => setOpen(true)}>{t(texts.rate)}</Button>
      {open && (
        <DialogFormOfApiCall
          title={t(texts.rate)}
          lead={t(texts.anonymous)}
          okText={t(texts.send)}
          path="/api/enforcement.check/rate"
          area="api"
          fields={checkRatingForm}
          about={{ id: row.id }}
          fleeting
          onDone={() => {
            setOpen(false);
            toast.success(t(texts.thanks));
            void client.invalidateQueries({ queryKey: ['resource', 'enforcement/checkAnswer'] });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

function Objection({ row }: Pick<RecordPanelProps, 'row'>) {
  const t = useText();
  const navigate = useNavigate();
  if (!appealableStates.some((one) => one === row.status) || !mayPerform(checkAppeal, 'add')) return null;
  return (
    <section>
      <h3>{t(texts.object)}</h3>
      <p>{t(texts.objectLead)}</p>
      <Button onClick={() => void navigate(`${resourcePath(checkAppeal)}?form=add&check_id.eq=${row.id}`)}>
        {t(texts.objectNow)}
      </Button>
    </section>
  );
}
