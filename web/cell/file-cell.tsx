import { fileName } from '#web/cell/file-name.ts';
import { FilePreview } from '#web/cell/file-preview.tsx';
import { followFile } from '#web/http/file-link.ts';
import './cell.css';
import { useFileLinks } from './use-file-links.ts';

/** Files as links that open beside the page, each with what it looks like. */
export function FileCell({ urls }: { urls: readonly string[] }) {
  const { linkOf } = useFileLinks(urls);
  return (
    <span className="xj-tags">
      {urls.map((url) => (
        <a
          key={url}
          className="xj-file-link"
          href={linkOf(url) ?? url}
          target="_blank"
          rel="noreferrer noopener"
          onClick={(event) => followFile(event, url)}
        >
          <FilePreview url={url} />
          <span className="xj-file-name">{fileName(url)}</span>
        </a>
      ))}
    </span>
  );
}
