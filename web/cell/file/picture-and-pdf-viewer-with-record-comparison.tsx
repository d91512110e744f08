import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { text } from '#kernel/text/text.ts';
import { isPdf, pdfOrOfdFormatOf } from '#web/cell/file/is-pdf-or-ofd-document.ts';
import { useFileLinks } from '#web/cell/file/use-file-links.ts';
import type { ViewableFilesOfRecord } from '#web/cell/file/viewable-files-of-record-context.ts';
import {
  type PictureView,
  rotatePicture,
  wholePictureView,
  zoomPictureAt,
} from '#web/cell/file/zoom-and-move-picture.ts';
import { useText } from '#web/i18n/locale.ts';
import { ZoomPane, zoomStep } from './zoomable-picture-pane.tsx';
import './picture-and-pdf-viewer-with-record-comparison.css';

const texts = {
  title: text('{label}（{n} / {total}）', '{label} ({n} of {total})'),
  larger: text('放大', 'Zoom in'),
  smaller: text('缩小', 'Zoom out'),
  whole: text('还原', 'Reset'),
  turn: text('旋转', 'Rotate'),
  previous: text('上一张', 'Previous'),
  next: text('下一张', 'Next'),
  comparison: text('对照资料', 'Compare with record'),
  apart: text('在新窗口打开', 'Open in a new window'),
  close: text('关闭', 'Close'),
  saved: text(
    '浏览器不能显示 {format} 文件，请在新窗口打开后保存，用专用阅读器查看。',
    'Browsers cannot display {format} files. Open it in a new window, save it and view it with a suitable reader.',
  ),
};

const larger = (view: PictureView): PictureView => zoomPictureAt(view, zoomStep);
const smaller = (view: PictureView): PictureView => zoomPictureAt(view, 1 / zoomStep);

interface PictureViewerProps extends ViewableFilesOfRecord {
  /** Address of the file shown first. */
  readonly url: string;
  onClose(): void;
}

/**
 * A full-window viewer of pictures and documents: zoom, rotate, step through the files, compare with the fields of
 * the record. Keys: `+` `-` `0` `R` `←` `→` `C`, and `Esc`.
 */
export default function PictureViewer({ url, files, comparison, onClose }: PictureViewerProps) {
  const t = useText();
  const frame = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      files.findIndex((one) => one.url === url),
    ),
  );
  const [view, setView] = useState(wholePictureView);
  const [compared, setCompared] = useState(false);
  const { linkOf, renew } = useFileLinks(files.map((one) => one.url));
  const shown = files[at];
  useEffect(() => {
    frame.current?.showModal();
  }, []);
  const go = (by: number) => {
    setAt((now) => (now + by + files.length) % files.length);
    setView(wholePictureView);
  };
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => setView(larger),
    '=': () => setView(larger),
    '-': () => setView(smaller),
    '0': () => setView(wholePictureView),
    r: () => setView(rotatePicture),
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    ...(comparison ? { c: () => setCompared((now) => !now) } : {}),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation(); // the page below has shortcuts on the same keys
    const press =
      event.ctrlKey || event.metaKey || event.altKey ? undefined : (keys[event.key] ?? keys[event.key.toLowerCase()]);
    if (!press) return;
    event.preventDefault();
    press();
  };
  const format = shown && pdfOrOfdFormatOf(shown.url);
  const link = shown && linkOf(shown.url);
  const label = shown?.label ?? '';
  return createPortal(
    <dialog
      ref={frame}
      className="xj-viewer"
      aria-label={label}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
    >
      <ViewerHead
        {...{ label, at, link, compared }}
        total={files.length}
        zooms={!format}
        compares={Boolean(comparison)}
        onGo={go}
        onView={setView}
        onCompare={() => setCompared(!compared)}
        onClose={() => frame.current?.close()}
      />
      <div className="xj-viewer-body" data-compared={compared || undefined}>
        {format && shown && isPdf(shown.url) ? (
          <iframe key={link} src={link} title={label} />
        ) : format ? (
          <p>{t(texts.saved, { format })}</p>
        ) : (
          <ZoomPane src={link} alt={label} view={view} onView={setView} onError={renew} />
        )}
        {compared && <aside aria-label={t(texts.comparison)}>{comparison}</aside>}
      </div>
    </dialog>,
    document.body,
  );
}

interface ViewerHeadProps {
  readonly label: string;
  /** Place of the shown file among all, from 0. */
  readonly at: number;
  readonly total: number;
  /** Address at which the file opens in a window of its own. */
  readonly link: string | undefined;
  readonly zooms: boolean;
  readonly compares: boolean;
  readonly compared: boolean;
  onGo(by: number): void;
  onView(change: (view: PictureView) => PictureView): void;
  onCompare(): void;
  onClose(): void;
}

/** Title and buttons of the viewer. */
function ViewerHead({ label, at, total, link, zooms, compares, compared, ...on }: ViewerHeadProps) {
  const t = useText();
  const { onGo, onView, onCompare, onClose } = on;
  return (
    <header className="xj-viewer-head">
      <h2>{total > 1 ? t(texts.title, { label, n: at + 1, total }) : label}</h2>
      {total > 1 && (
        <>
          <Tool label={t(texts.previous)} sign="‹" onPress={() => onGo(-1)} />
          <Tool label={t(texts.next)} sign="›" onPress={() => onGo(1)} />
        </>
      )}
      {zooms && (
        <>
          <Tool label={t(texts.smaller)} sign="−" onPress={() => onView(smaller)} />
          <Tool label={t(texts.larger)} sign="+" onPress={() => onView(larger)} />
          <Tool label={t(texts.whole)} sign="1:1" onPress={() => onView(() => wholePictureView)} />
          <Tool label={t(texts.turn)} sign="↻" onPress={() => onView(rotatePicture)} />
        </>
      )}
      {compares && (
        <button type="button" aria-pressed={compared} onClick={onCompare}>
          {t(texts.comparison)}
        </button>
      )}
      {link && (
        <a href={link} target="_blank" rel="noreferrer noopener">
          {t(texts.apart)}
        </a>
      )}
      <Tool label={t(texts.close)} sign="×" onPress={onClose} />
    </header>
  );
}

function Tool({ label, sign, onPress }: { label: string; sign: string; onPress(): void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onPress}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
