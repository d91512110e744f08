import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { text } from '#kernel/text/text.ts';
import { MarkdownPage } from '#web/help/markdown-page.tsx';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { wallScreenTexts } from '#web/wall/feed/wall-screen-texts.ts';

const title = text('大屏说明', 'About the wall screen');

const pages = {
  'zh-cn': () => import('../help/wall.zh-cn.md?raw'),
  en: () => import('../help/wall.en.md?raw'),
};

/** Help: contents of the wall and its keys. */
export default function WallHelpDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const locale = currentLocale();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { data = '' } = useQuery({
    queryKey: ['help', 'wall', locale],
    queryFn: async () => (await pages[locale]()).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <dialog
      ref={dialog}
      className="wall-dialog"
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'F1') return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="wall-help">
        <h2 id={id}>{t(title)}</h2>
        <MarkdownPage source={data} />
        <footer>
          <button type="button" className="wall-button" onClick={onClose}>
            {t(wallScreenTexts.close)}
          </button>
        </footer>
      </div>
    </dialog>
  );
}
