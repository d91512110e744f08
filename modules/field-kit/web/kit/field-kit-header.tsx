import { Link } from 'react-router';
import { useText } from '#web/i18n/locale.ts';
import { isSignedIn } from '#web/session/session.ts';
import { storeAddressAfterSignIn } from '#web/sign-in/address-after-sign-in.ts';
import { LogoMark } from '#web/theme/logo.tsx';
import { syncFieldKit, useFieldKit } from './field-kit-state-and-actions.ts';
import { fieldKitTexts, troubleTexts } from './field-kit-texts.ts';

/** Title, and always in sight: how much is not uploaded, and why. */
export function FieldKitHeader({ back }: { back: boolean }) {
  const t = useText();
  const { phase, unsent, busy, trouble, message } = useFieldKit();
  return (
    <>
      <header className="xj-kit-head">
        {back ? (
          <Link className="xj-button" data-tone="quiet" to="/field" replace>
            ‹ {t(fieldKitTexts.back)}
          </Link>
        ) : (
          <LogoMark size={26} />
        )}
        <h1>{t(fieldKitTexts.name)}</h1>
        {phase !== 'setup' && (
          <button
            type="button"
            className="xj-kit-unsent"
            aria-live="polite"
            data-waiting={unsent > 0 || undefined}
            disabled={phase !== 'open' || busy}
            onClick={() => void syncFieldKit()}
          >
            {unsent > 0
              ? t(busy && !trouble ? fieldKitTexts.sending : fieldKitTexts.unsent, { n: unsent })
              : t(busy ? fieldKitTexts.busy : fieldKitTexts.allSent)}
          </button>
        )}
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
    <Link className="xj-button" data-tone="primary" to="/admin/login" onClick={() => storeAddressAfterSignIn('/field')}>
      {t(fieldKitTexts.signIn)}
    </Link>
  );
}
