import { FileThumbnail } from '#web/cell/file/file-thumbnail.tsx';
import { displayedFileName } from '#web/cell/file/uploaded-file-name.ts';
import { openLinkedFile } from '#web/http/temporary-file-link.ts';
import '../style/cell.css';
import { useFileLinks } from './use-file-links.ts';

/** Files as links with a thumbnail each; they open in a new window. */
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
          onClick={(event) => openLinkedFile(event, url)}
        >
          <FileThumbnail url={url} />
          <span className="xj-file-name">{displayedFileName(url)}</span>
        </a>
      ))}
    </span>
  );
}
