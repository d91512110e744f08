import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { useReloadWhenCspBlocksFrame } from './use-reload-when-csp-blocks-frame.ts';

const texts = {
  open: text('在新窗口打开', 'Open in a new window'),
  refused: text(
    '这个页面没有登记为可内嵌的页面，不能在这里显示。',
    'This page is not registered for embedding and cannot be shown here.',
  ),
};

const originOf = (url: string): string => new URL(url, window.location.href).origin;

/**
 * Sandbox of a framed page. A page of another origin keeps its origin, so that users can sign in to it. A page of this
 * origin is our own application, which is blank without its storage; it gets no sandbox, as none could restrict a page
 * that can reach its own frame. Uploaded files are served without permission to run scripts, framed or not.
 */
const sandboxOf = (url: string): string | undefined =>
  originOf(url) === window.location.origin
    ? undefined
    : 'allow-scripts allow-forms allow-popups allow-downloads allow-same-origin';

/** A page of another system inside a tab. */
export function IframePage({ url, title }: { url: string; title: string }) {
  const t = useText();
  const [blocked, setBlocked] = useState(false);
  useReloadWhenCspBlocksFrame((refused) => setBlocked((now) => now || originOf(refused) === originOf(url)));
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
