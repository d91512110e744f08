import type { Engine } from '#server/engine.ts';
import { uploadRules } from '#server/files/upload-rules.ts';

/** What a client has to know before it sends a file (`siteConfig.upload`, wire contract §2.4). */
export function siteUpload(engine: Pick<Engine, 'settings'>) {
  const { maxsize, mimetype, savename } = uploadRules(engine);
  return { mode: 'local', maxsize, mimetype, savename };
}
