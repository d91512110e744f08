import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { readPublicSetting } from '#web/session/public-settings.ts';

/**
 * Where a browser reads a file that everybody may open: from the CDN in front of this server, where one is set. Private
 * files and results open by links that are made here alone.
 */
export function shownAddress(url: string): string {
  if (!url.startsWith('/storage/') || isPrivateFile(url) || url.startsWith('/storage/result/')) return url;
  const cdn = readPublicSetting('upload', 'cdn_url');
  return typeof cdn === 'string' ? `${cdn.replace(/\/+$/, '')}${url}` : url;
}
