import './cell.css';

/** The name a stored file is shown by: the last part of its path. */
export function fileName(url: string): string {
  const path = url.split(/[?#]/)[0] ?? url;
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Files as links that open beside the page. */
export function FileCell({ urls }: { urls: readonly string[] }) {
  return (
    <span className="xj-tags">
      {urls.map((url) => (
        <a key={url} href={url} target="_blank" rel="noreferrer noopener" onClick={(event) => event.stopPropagation()}>
          {fileName(url)}
        </a>
      ))}
    </span>
  );
}
