import { siteUploadConfig } from '#server/files/storage/site-upload-config.ts';
import type { Controller } from '#server/http/controller.ts';
import { acceptDirectUpload } from './accept-direct-upload.ts';

/**
 * Direct uploads from the browser to a bucket: the signed form for an upload, and its completion (wire contract §2.8).
 */
export const directUploadControllers: readonly Controller[] = (['admin', 'api'] as const).flatMap(
  (app): Controller[] => [
    {
      app,
      name: 'ajax',
      actions: {
        uploadParams: { gate: 'login', handle: ({ engine, caller }) => ({ upload: siteUploadConfig(engine, caller) }) },
      },
    },
    {
      app,
      name: 'Alioss',
      actions: { callback: { gate: 'login', methods: ['POST'], silent: true, handle: acceptDirectUpload } },
    },
  ],
);
