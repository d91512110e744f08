import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useFileLinks } from '#web/cell/file/use-file-links.ts';
import { useText } from '#web/i18n/locale.ts';
import './upload-and-compare-correction-pictures-panel.css';

const texts = {
  before: text('整改前', 'Before'),
  after: text('整改后', 'After'),
  slide: text('左右拖动，对比整改前后', 'Drag to compare before and after'),
};

/** A picture before and one after the correction, one above the other, with a line between them that can be moved. */
export function BeforeAfterPictureSlider({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useText();
  const [share, setShare] = useState(50);
  const { linkOf, renew } = useFileLinks([before, after]);
  return (
    <figure className="xj-reform-slider" style={{ '--xj-share': `${share}%` } as React.CSSProperties}>
      <img src={linkOf(after)} alt={t(texts.after)} onError={renew} />
      <img src={linkOf(before)} alt={t(texts.before)} onError={renew} className="xj-reform-slider-before" />
      <span className="xj-reform-slider-label">{t(texts.before)}</span>
      <span className="xj-reform-slider-label" data-after>
        {t(texts.after)}
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={t(texts.slide)}
        onChange={(event) => setShare(Number(event.target.value))}
      />
    </figure>
  );
}
