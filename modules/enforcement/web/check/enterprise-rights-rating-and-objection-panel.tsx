import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatPeriod } from '#web/cell/format/date-format.ts';
import { toast } from '#web/feedback/toast.ts';
import { DialogFormOfApiCall } from '#web/form/dialog-form-of-api-call.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { ScanButton } from '#web/scan/scan-button.tsx';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { appealableStates, checkAppeal } from '../../contract/check/check-appeal.ts';
import type { VerifiedOfficer } from '../../contract/check/check-record-answer-types.ts';
import { checkRatingForm } from '../../contract/check/enforcement-check-rating-form-and-screen.ts';
import { publishedCheckResultsPage } from '../../contract/check/path-and-title-of-published-check-results-page.ts';
import { checkAnswerAndEnterpriseRightsTexts as texts } from './check-answer-and-enterprise-rights-texts.ts';
import { useCheckItemsAndAnswersQuery } from './use-check-items-and-answers-query.ts';
import './answer-check-items-panel.css';

/** The side of the enterprise: who comes, its rights, whether the officers are genuine, its anonymous rating, and its objection. */
export default function EnterpriseRightsRatingAndObjectionPanel({ row }: RecordPanelProps) {
  const t = useText();
  return (
    <div className="xj-check-party">
      <AnnouncedVisit row={row} />
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

/** An officer of a check, as its record has them. */
interface OfficerOfCheck {
  readonly id: number;
  readonly officer: { readonly name: string } | null;
  readonly cert_no: string | null;
  readonly lead: '0' | '1';
}

/** Who comes, when, and on what basis: what an enterprise asks first. */
function AnnouncedVisit({ row }: { row: WireRow }) {
  const t = useText();
  const { window_from: from, window_to: to, basis, officers } = row;
  const listed = (Array.isArray(officers) ? officers : []) as readonly OfficerOfCheck[];
  return (
    <section>
      <h3>{t(texts.visit)}</h3>
      {typeof from === 'number' && typeof to === 'number' && (
        <p>{t(texts.period, { period: formatPeriod(from, to) })}</p>
      )}
      <ul className="xj-check-officers">
        {listed.map(({ id, officer, cert_no, lead }) => (
          <li key={id}>
            {officer?.name ?? ''}
            {cert_no && ` · ${t(texts.certificateNo, { no: cert_no })}`}
            {lead === '1' && ` · ${t(texts.lead)}`}
          </li>
        ))}
      </ul>
      {typeof basis === 'string' && basis !== '' && <p>{t(texts.basis, { basis })}</p>}
    </section>
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
