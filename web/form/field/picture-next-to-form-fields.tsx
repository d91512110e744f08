import { useEffect, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { holdsPictures } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { pdfOrOfdFormatOf } from '#web/cell/file/is-pdf-or-ofd-document.ts';
import { useFileLinks } from '#web/cell/file/use-file-links.ts';
import { rotatePicture, wholePictureView } from '#web/cell/file/zoom-and-move-picture.ts';
import { ZoomPane } from '#web/cell/file/zoomable-picture-pane.tsx';
import { translate } from '#web/i18n/locale.ts';

import './pinned-picture.css';

const texts = {
  open: text('对照图片填写', 'Show picture while filling in'),
  close: text('收起图片', 'Hide picture'),
  next: text('下一张', 'Next'),
  turn: text('旋转', 'Rotate'),
};

interface PinnedPictureProps {
  readonly fields: Fields;
  readonly values: Readonly<Record<string, unknown>>;
  readonly open: boolean;
  onOpen(open: boolean): void;
}

/**
 * The pictures of a form, one of them shown while the fields are filled in from it: beside the fields where there is
 * room, else above them.
 */
export function PictureNextToFormFields({ fields, values, open: wanted, onOpen }: PinnedPictureProps) {
  const [at, setAt] = useState(0);
  const [view, setView] = useState(wholePictureView);
  const pictures = Object.entries(fields).flatMap(([name, field]) => {
    if (!holdsPictures(field)) return [];
    const value = values[name];
    const urls = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [];
    return urls
      .filter((url) => url !== '' && pdfOrOfdFormatOf(url) === undefined)
      .map((url) => ({ url, label: translate(field.label) }));
  });
  const { linkOf, renew } = useFileLinks(pictures.map(({ url }) => url));
  const open = wanted && pictures.length > 0;
  // closes when the last picture was removed
  useEffect(() => {
    if (wanted && !open) onOpen(false);
  }, [wanted, open, onOpen]);
  if (pictures.length === 0) return null;
  const shown = pictures[at % pictures.length];
  return (
    <aside className="xj-pinned" data-open={open || undefined}>
      {open && shown && (
        <ZoomPane src={linkOf(shown.url)} alt={shown.label} view={view} onView={setView} onError={renew} />
      )}
      <p>
        <button type="button" aria-expanded={open} onClick={() => onOpen(!open)}>
          {translate(open ? texts.close : texts.open)}
        </button>
        {open && pictures.length > 1 && (
          <button
            type="button"
            onClick={() => {
              setAt(at + 1);
              setView(wholePictureView);
            }}
          >
            {translate(texts.next)}
          </button>
        )}
        {open && (
          <button type="button" onClick={() => setView(rotatePicture)}>
            {translate(texts.turn)}
          </button>
        )}
      </p>
    </aside>
  );
}
