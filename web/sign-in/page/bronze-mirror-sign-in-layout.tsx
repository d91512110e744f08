import { Link } from 'react-router';
import { useText } from '#web/i18n/locale.ts';
import { LogoMark, Wordmark } from '#web/theme/logo.tsx';
import { BronzeMirror } from './bronze-mirror.tsx';
import { IcpFooter, LanguageAndThemeButtons, type SignInPageProps } from './language-theme-buttons-and-icp-footer.tsx';
import { Landscape } from './sign-in-landscape-background.tsx';
import { signInTexts } from './sign-in-texts.ts';

/** Page with the form inside a bronze mirror, in front of a landscape. */
export function BronzeMirrorSignInLayout({ title, children, foot, doors }: SignInPageProps) {
  const t = useText();
  return (
    <div className="xj-mirror-page">
      <Landscape className="xj-landscape" />
      <header className="xj-page-head">
        <Link to="/" className="xj-brand" aria-label={t(signInTexts.product)}>
          <LogoMark size={28} />
          <Wordmark height={19} />
        </Link>
        <LanguageAndThemeButtons />
      </header>
      <main className="xj-mirror">
        <BronzeMirror className="xj-mirror-frame" />
        <div className="xj-mirror-form">
          <p className="xj-eyebrow">{t(signInTexts.product)}</p>
          <h1>{title}</h1>
          {children}
        </div>
      </main>
      {doors}
      <IcpFooter>{foot}</IcpFooter>
    </div>
  );
}
