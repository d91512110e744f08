import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { useReloadWhenFrameBlocked } from './reload-blocked-frame.ts';

const texts = {
  open: text('在新窗口打开', 'Open in a new window'),
  refused: text(
    '这个页面没有登记为可内嵌的页面，不能在这里显示。',
    'This page is not registered for embedding and cannot be shown here.',
  ),
};

const originOf = (url: string): string => new URL(url, window.location.href).origin;

/**
 * What a framed page may do. Pages of other origins keep their own origin, so that they can be signed in to. A page of this
 * platform is our own program, which is blank without its storage: it is not sandboxed, as no sandbox would hold what may
 * reach its own frame. Files that people sent are served without any right to run scripts, framed or not.
 */
const sandboxOf = (url: string): string | undefined =>
  originOf(url) === window.location.origin
    ? undefined
    : 'allow-scripts allow-forms allow-popups allow-downloads allow-same-origin';

/** A page of another system inside a tab. */
export function IframePage({ url, title }: { url: string; title: string }) {
  const t = useText();
  const [blocked, setBlocked] = useState(false);
  useReloadWhenFrameBlocked((refused) => setBlocked((now) => now || originOf(refused) === originOf(url)));
  return (
    <div className="xj-frame">
      {blocked ? (
        <p role="alert">{t(texts.refused)}</p>
      ) : (
        <iframe src={url} title={title} sandbox={sandboxOf(url)} referrerPolicy="no-referrer" />
      )}
      <a href={url} target="_blank" rel="noreferrer">
        {t(texts.open)}
      </a>
    </div>
  );
}
