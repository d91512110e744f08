import { Link } from 'react-router';
import { useText } from '#web/i18n/locale.ts';
import { isSignedIn } from '#web/session/session.ts';
import { storeReturn } from '#web/sign-in/return-to.ts';
import { LogoMark } from '#web/theme/logo.tsx';
import { refreshKit, useKit } from './kit-state-and-actions.ts';
import { kitTexts, troubleTexts } from './kit-texts.ts';

/** Title, and always in sight: how much is not uploaded, and why. */
export function KitHeader({ back }: { back: boolean }) {
  const t = useText();
  const { phase, unsent, busy, trouble, message } = useKit();
  return (
    <>
      <header className="xj-kit-head">
        {back ? (
          <Link className="xj-button" data-tone="quiet" to="/field" replace>
            ‹ {t(kitTexts.back)}
          </Link>
        ) : (
          <LogoMark size={26} />
        )}
        <h1>{t(kitTexts.name)}</h1>
        <button
          type="button"
          className="xj-kit-unsent"
          aria-live="polite"
          data-waiting={unsent > 0 || undefined}
          disabled={phase !== 'open' || busy}
          onClick={() => void refreshKit()}
        >
          {unsent > 0
            ? t(busy && !trouble ? kitTexts.sending : kitTexts.unsent, { n: unsent })
            : t(busy ? kitTexts.busy : kitTexts.allSent)}
        </button>
      </header>
      {(trouble || message) && (
        <p className="xj-kit-trouble" role="alert" data-mild={trouble === 'away' || undefined}>
          {trouble ? t(troubleTexts[trouble]) : message}
          {(trouble === 'signed_out' || (trouble === 'hand_in' && !isSignedIn('admin'))) && <SignInLink />}
        </p>
      )}
    </>
  );
}

/** Leads to the sign-in and back. */
export function SignInLink() {
  const t = useText();
  return (
    <Link className="xj-button" data-tone="primary" to="/admin/login" onClick={() => storeReturn('/field')}>
      {t(kitTexts.signIn)}
    </Link>
  );
}
