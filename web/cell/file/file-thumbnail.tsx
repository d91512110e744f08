import { useFileLinks } from '#web/cell/file/use-file-links.ts';
import './file-thumbnail.css';

/** Pictures that the server makes thumbnails of. */
const picture = /\.(jpe?g|png|gif|webp|avif)$/i;

/** A thumbnail of a picture; any other file as a sheet with its type. */
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
