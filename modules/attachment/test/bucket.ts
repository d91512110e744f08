import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

/** A server of the protocol of S3, with one bucket that takes what pages send it. */
export interface RunningBucket {
  /** Where its files lie, without a slash at the end. */
  base: string;
  /** What the product is set up with: values of the section `upload`. */
  settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** As the owner of a bucket allows the pages of this product to send to it. */
const fromPages = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedMethod>POST</AllowedMethod>
  <AllowedHeader>*</AllowedHeader>
</CORSRule></CORSConfiguration>`;

export async function startBucket(): Promise<RunningBucket> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'xingjian-bucket-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'files', configs: [fromPages] }],
  });
  const { port } = await server.run();
  const base = `http://127.0.0.1:${port}/files`;
  const key = { access_key_id: 'S3RVER', access_key_secret: 'S3RVER' };
  return {
    base,
    settings: { mode: 's3', bucket_url: base, bucket: 'files', region: 'us-east-1', ...key },
    close: async () => {
      await server.close();
      await fs.rm(directory, { recursive: true, force: true });
    },
  };
}
