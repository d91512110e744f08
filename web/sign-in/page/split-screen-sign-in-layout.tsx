import { Link } from 'react-router';
import { useText } from '#web/i18n/locale.ts';
import { LogoMark, Wordmark } from '#web/theme/logo.tsx';
import { BronzeMirror } from './bronze-mirror.tsx';
import { IcpFooter, LanguageAndThemeButtons, type SignInPageProps } from './language-theme-buttons-and-icp-footer.tsx';
import { Landscape } from './sign-in-landscape-background.tsx';
import { signInTexts } from './sign-in-texts.ts';
import './split.css';

/** Split screen: the mirror at night on one side, the form on the other. */
export function SplitScreenSignInLayout({ title, children, foot }: SignInPageProps) {
  const t = useText();
  return (
    <div className="xj-split">
      <aside className="xj-split-scene" data-theme="dark">
        <BronzeMirror className="xj-split-mirror" />
        <Landscape className="xj-split-landscape" />
        <div className="xj-split-words">
          <Wordmark height={220} upright />
          <p>{t(signInTexts.motto)}</p>
        </div>
      </aside>
      <div className="xj-split-side">
        <header className="xj-page-head">
          <Link to="/" className="xj-brand" aria-label={t(signInTexts.product)}>
            <LogoMark size={28} />
            <span className="xj-split-name">
              <Wordmark height={19} />
            </span>
          </Link>
          <LanguageAndThemeButtons />
        </header>
        <main className="xj-split-form">
          <p className="xj-eyebrow">{t(signInTexts.product)}</p>
          <h1>{title}</h1>
          {children}
        </main>
        <IcpFooter>{foot}</IcpFooter>
      </div>
    </div>
  );
}
