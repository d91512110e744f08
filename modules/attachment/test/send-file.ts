import type { Client, WireAnswer } from '../../../test/support/test-engine.ts';

export interface SentFile {
  id: number;
  url: string;
  full_url: string;
  sha1: string;
  size: number;
}

/** Uploads a file as clients do: `multipart/form-data` with one part, `file`. */
export function sendFile(
  who: Client,
  content: string | Buffer,
  name: string,
  { at = 'admin', query = '' }: { at?: 'admin' | 'api'; query?: string } = {},
): Promise<WireAnswer<{ file: SentFile }>> {
  const body = Buffer.concat([
    Buffer.from(`--cut\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n--cut--\r\n'),
  ]);
  return who.post(`/${at}/ajax/upload?${query}`, body, { 'content-type': 'multipart/form-data; boundary=cut' });
}
