import { useFileLinks } from '#web/cell/file/use-file-links.ts';
import './file-thumbnail.css';

/** Pictures the server makes small ones of. */
const picture = /\.(jpe?g|png|gif|webp|avif)$/i;

/** What a file looks like: a picture small, anything else as the sheet of its type. */
export function FileThumbnail({ url }: { url: string }) {
  const shows = picture.test(url);
  const { linkOf, renew } = useFileLinks(shows ? [url] : []);
  const suffix = /\.([a-z\d]{1,8})$/i.exec(url)?.[1] ?? 'file';
  const link = linkOf(url);
  const source = shows
    ? link && `${link}${link.includes('?') ? '&' : '?'}thumb=240`
    : `/api/ajax/buildSuffixSvg?suffix=${suffix}&server=1`;
  return (
    <span className="xj-file-preview">{source && <img src={source} alt="" loading="lazy" onError={renew} />}</span>
  );
}
