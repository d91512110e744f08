import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#web/cell/format/date-format.ts';
import { copyText } from '#web/feedback/copy-text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { registerTexts } from './application/registration-form-texts.ts';
import type { SubmittedApplication } from './application/use-application-form.ts';
import type { ApplicationProgressInput } from './application-progress-query-form.tsx';

/** The end of an application: query number and next steps. */
export function ApplicationReceipt({ submitted }: { submitted: SubmittedApplication }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { query_no: number, due_at: due, account, name, mobile } = submitted;
  const question: ApplicationProgressInput = { number, mobile };
  return (
    <section className="xj-receipt">
      <span className="xj-receipt-seal">
        <svg width="64" height="64" viewBox="0 0 64 64" fill="none" stroke="currentColor" aria-hidden="true">
          <circle cx="32" cy="32" r="30" strokeWidth="2" />
          <circle cx="32" cy="32" r="25" strokeWidth="1" />
          <path d="M20 33l8.5 8.5L45 24" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {translate(registerTexts.receiptTitle)}
      </h1>
      <p>{translate(registerTexts.receiptLead)}</p>
      <p className="xj-receipt-number">
        <small>{translate(registerTexts.receiptNo)}</small>
        <output>{number.replace(/^(QY)(\d{8})(\d{6})$/, '$1 $2 $3')}</output>
      </p>
      <dl>
        <div>
          <dt>{translate(registerTexts.receiptName)}</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>{translate(registerTexts.receiptAccount)}</dt>
          <dd>{account.username}</dd>
        </div>
        {due !== null && (
          <div>
            <dt>{translate(registerTexts.receiptDue)}</dt>
            <dd>
              {translate(registerTexts.receiptDueText, {
                date: formatDay(due),
              })}
            </dd>
          </div>
        )}
      </dl>
      <div className="xj-receipt-buttons">
        <button type="button" className="xj-button" data-tone="primary" onClick={() => void copy(number)}>
          {translate(registerTexts.copy)}
        </button>
        <button type="button" className="xj-button" onClick={() => window.print()}>
          {translate(registerTexts.print)}
        </button>
        <Link className="xj-button" to="/enterprise/register/progress" state={question}>
          {translate(registerTexts.toProgress)}
        </Link>
        <Link className="xj-button" to="/user/login">
          {translate(registerTexts.signIn)}
        </Link>
      </div>
    </section>
  );
}

async function copy(content: string): Promise<void> {
  await copyText(content);
  toast.success(translate(registerTexts.copied));
}
