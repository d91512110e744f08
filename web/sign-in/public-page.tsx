import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { PageFoot, PageTools } from '#web/sign-in/frame.tsx';
import { Mark, Wordmark } from '#web/theme/mark.tsx';
import './public-page.css';

const words = { skip: text('跳到内容', 'Skip to the content'), home: text('首页', 'Home') };

/** Head and foot of the pages anybody may open. */
export function PublicPage({
  home = '/',
  nav,
  children,
  foot,
}: {
  /** Where the mark leads. */
  home?: string;
  nav?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}) {
  const say = useText();
  return (
    <div className="xj-public">
      <a className="xj-skip-link" href="#xj-public-main">
        {say(words.skip)}
      </a>
      <header className="xj-public-head">
        <Link to={home} className="xj-brand" aria-label={say(words.home)}>
          <Mark size={26} />
          <Wordmark height={18} />
        </Link>
        {nav}
        <PageTools />
      </header>
      <main id="xj-public-main" tabIndex={-1}>
        {children}
      </main>
      <PageFoot>{foot}</PageFoot>
    </div>
  );
}
