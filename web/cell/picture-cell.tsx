import { lazy, Suspense, useState } from 'react';
import { text } from '#kernel/text.ts';
import { useText } from '#web/i18n/locale.ts';
import './cell.css';

const PictureViewer = lazy(() => import('#web/cell/picture-viewer.tsx'));

const words = {
  open: text('查看{label}', 'Open {label}'),
};

/** Pictures as thumbnails; a click shows one whole. */
export function PictureCell({
  urls,
  label,
  large = false,
}: {
  urls: readonly string[];
  label: string;
  large?: boolean;
}) {
  const say = useText();
  const [open, setOpen] = useState<string>();
  return (
    <span className="xj-thumbs">
      {urls.map((url, index) => (
        <button
          key={url}
          type="button"
          className="xj-thumb"
          data-large={large || undefined}
          aria-label={say(words.open, { label: urls.length > 1 ? `${label} ${index + 1}` : label })}
          onClick={(event) => {
            event.stopPropagation();
            setOpen(url);
          }}
        >
          <img src={url} alt="" loading="lazy" />
        </button>
      ))}
      {open !== undefined && (
        <Suspense fallback={null}>
          <PictureViewer url={open} label={label} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </span>
  );
}
