import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { readPublicSetting } from '#web/session/public-settings.ts';

/**
 * URL from which a browser loads a public file: the CDN in front of this server, where one is set. Private files and
 * results open only by links of this server and stay as they are.
 */
export function fileCdnUrl(url: string): string {
  if (!url.startsWith('/storage/') || isPrivateFile(url) || url.startsWith('/storage/result/')) return url;
  const cdn = readPublicSetting('upload', 'cdn_url');
  return typeof cdn === 'string' ? `${cdn.replace(/\/+$/, '')}${url}` : url;
}
