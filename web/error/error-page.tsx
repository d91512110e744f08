import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '#web/feedback/copy-text.ts';
import { toast } from '#web/feedback/toast.ts';
import { goTo } from '#web/http/navigate-by-router.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { isAdminArea } from '#web/session/admin-or-member-area.ts';
import { isSignedIn } from '#web/session/session.ts';
import { LogoMark } from '#web/theme/logo.tsx';
import { errorPageTexts } from './error-page-texts.ts';
import { useIsInsideShell } from './open-shell-search-context.ts';
import './error.css';

/** Home page of the present user: the one of their area, else the public entrance. */
function homePath(): string {
  if (isSignedIn('admin') && (isAdminArea() || !isSignedIn('member'))) return '/admin';
  return isSignedIn('member') ? '/user' : '/';
}

function goBack(): void {
  if (window.history.length > 1) window.history.back();
  else goTo(homePath(), { replace: true });
}

async function copy(content: string): Promise<void> {
  await copyText(content);
  toast.success(translate(errorPageTexts.copied));
}

/** Counts down and navigates back, unless the user cancels. */
function AutomaticReturn({ after }: { after: number }) {
  const t = useText();
  const [left, setLeft] = useState(after);
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : goBack()), 1000);
    return () => clearTimeout(timer);
  }, [left, stays]);
  if (stays) return null;
  return (
    <p className="xj-error-return">
      {t(errorPageTexts.returning, { seconds: left })}
      <button type="button" onClick={() => setStays(true)}>
        {t(errorPageTexts.stay)}
      </button>
    </p>
  );
}

interface ErrorPageProps {
  /** `404`, `401` or a word; drawn large. */
  sign: string;
  title: string;
  text: string;
  requestId?: string | undefined;
  details?: string | undefined;
  /** Seconds until it navigates back by itself. */
  returnAfter?: number;
  onRetry?: () => void;
  /** Further buttons, after the others. */
  more?: ReactNode;
  /** Between the explanation and the buttons. */
  children?: ReactNode;
}

/** Explains what went wrong, what was saved, and what to do next. */
export function ErrorPage({
  sign,
  title,
  text,
  requestId,
  details,
  returnAfter,
  onRetry,
  more,
  children,
}: ErrorPageProps) {
  const t = useText();
  const Part = useIsInsideShell() ? 'div' : 'main';
  return (
    <Part className="xj-error">
      <div className="xj-error-card">
        <p className="xj-error-sign" aria-hidden="true">
          <LogoMark size={40} />
          <span>{sign}</span>
        </p>
        <h1>{title}</h1>
        <p className="xj-error-text">{text}</p>
        {requestId && (
          <p className="xj-error-request">
            {t(errorPageTexts.requestId)} <code>{requestId}</code>
            <button type="button" className="xj-button" onClick={() => void copy(requestId)}>
              {t(errorPageTexts.copy)}
            </button>
          </p>
        )}
        {details && (
          <details className="xj-error-details">
            <summary>{t(errorPageTexts.details)}</summary>
            <pre>{details}</pre>
            {!requestId && (
              <button type="button" className="xj-button" onClick={() => void copy(details)}>
                {t(errorPageTexts.copy)}
              </button>
            )}
          </details>
        )}
        {children}
        <div className="xj-error-buttons">
          {onRetry && (
            <button type="button" className="xj-button" data-tone="primary" onClick={onRetry}>
              {t(errorPageTexts.retry)}
            </button>
          )}
          <button
            type="button"
            className="xj-button"
            data-tone={onRetry ? undefined : 'primary'}
            onClick={() => goTo(homePath(), { replace: true })}
          >
            {t(errorPageTexts.home)}
          </button>
          <button type="button" className="xj-button" onClick={goBack}>
            {t(errorPageTexts.back)}
          </button>
          {more}
        </div>
        {returnAfter && <AutomaticReturn after={returnAfter} />}
      </div>
    </Part>
  );
}

/** `/401` */
export function NoPermission() {
  const t = useText();
  return <ErrorPage sign="401" title={t(errorPageTexts.noPower)} text={t(errorPageTexts.noPowerText)} />;
}
