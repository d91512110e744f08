import type { ReactNode } from 'react';
import type { Text } from '#kernel/text/text.ts';
import { SelfRecoveringErrorBoundary } from '#web/error/self-recovering-error-boundary.tsx';
import { useText } from '#web/i18n/locale.ts';
import { wallScreenTexts } from '../feed/wall-screen-texts.ts';

/** Error boundary of one tile: its errors do not affect the others, and it is rendered again by itself. */
export function TileErrorBoundary({ name, title, children }: { name: string; title: Text; children: ReactNode }) {
  return (
    <SelfRecoveringErrorBoundary fallback={(retry) => <BrokenTile name={name} title={title} onRetry={retry} />}>
      {children}
    </SelfRecoveringErrorBoundary>
  );
}

function BrokenTile({ name, title, onRetry }: { name: string; title: Text; onRetry: () => void }) {
  const t = useText();
  return (
    <section className="wall-tile" data-tile={name} data-state="broken" aria-label={t(title)}>
      <header className="wall-tile-head">
        <h2>{t(title)}</h2>
      </header>
      <div className="wall-tile-body wall-broken" role="status">
        <p>{t(wallScreenTexts.broken)}</p>
        <button type="button" className="wall-button" onClick={onRetry}>
          {t(wallScreenTexts.retry)}
        </button>
      </div>
    </section>
  );
}
