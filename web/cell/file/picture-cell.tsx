import { lazy, Suspense, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { isPdf, pdfOrOfdFormatOf } from '#web/cell/file/is-pdf-or-ofd-document.ts';
import { useFileLinks } from '#web/cell/file/use-file-links.ts';
import { useViewableFilesOfRecord } from '#web/cell/file/viewable-files-of-record-context.ts';
import { openLinkedFile } from '#web/http/temporary-file-link.ts';
import { useText } from '#web/i18n/locale.ts';
import '../style/cell.css';

const PictureViewer = lazy(() => import('#web/cell/file/picture-and-pdf-viewer-with-record-comparison.tsx'));

const texts = {
  open: text('查看{label}', 'View {label}'),
};

/** Pictures as thumbnails; a click opens the viewer. A PDF opens in a new window, or on a record in the viewer. */
export function PictureCell({
  urls,
  label,
  large = false,
}: {
  urls: readonly string[];
  label: string;
  large?: boolean;
}) {
  const t = useText();
  const [open, setOpen] = useState<string>();
  const { linkOf, renew } = useFileLinks(urls);
  const among = useViewableFilesOfRecord();
  const viewing = among?.files.some((one) => one.url === open) ? among : { files: urls.map((url) => ({ url, label })) };
  return (
    <span className="xj-thumbs">
      {urls.map((url, index) => {
        const name = t(texts.open, { label: urls.length > 1 ? `${label} ${index + 1}` : label });
        const format = pdfOrOfdFormatOf(url);
        return format ? (
          <a
            key={url}
            className="xj-thumb"
            data-large={large || undefined}
            href={linkOf(url) ?? url}
            target="_blank"
            rel="noreferrer noopener"
            aria-label={`${name} ${format}`}
            onClick={(event) => {
              // in the viewer of the record, unless the click requests a new window
              if (!among || !isPdf(url) || event.ctrlKey || event.metaKey || event.shiftKey)
                return openLinkedFile(event, url);
              event.preventDefault();
              event.stopPropagation();
              setOpen(url);
            }}
          >
            <span>{format}</span>
          </a>
        ) : (
          <button
            key={url}
            type="button"
            className="xj-thumb"
            data-large={large || undefined}
            aria-label={name}
            onClick={(event) => {
              event.stopPropagation();
              setOpen(url);
            }}
          >
            <img src={linkOf(url)} alt="" loading="lazy" onError={renew} />
          </button>
        );
      })}
      {open !== undefined && (
        <Suspense fallback={null}>
          <PictureViewer url={open} {...viewing} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </span>
  );
}
