import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

/** A local S3 server with one bucket that accepts uploads from pages. */
export interface RunningBucket {
  /** Base URL of the bucket, without a trailing slash. */
  base: string;
  /** Values of the settings section `upload` that use this bucket. */
  settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** CORS rules by which the bucket accepts uploads from pages of the platform. */
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
