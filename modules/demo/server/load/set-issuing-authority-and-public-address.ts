import { documentIssuingSettings } from '#modules/document/contract/document-issuing-settings.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { storedSetting } from '#modules/system/contract/stored-setting.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { settingName } from '#server/system/setting-cache.ts';
import { write } from '#server/write/write-pipeline.ts';

/**
 * Sets the issuing authority of the demonstration, a bureau of a fictitious county, and the address of this
 * installation: documents need an issuer, and messages and codes a link. Values already set stay.
 */
export async function setIssuingAuthorityAndPublicAddress(engine: Engine): Promise<void> {
  const values = {
    [settingName(siteSettings, 'authority')]: '云岭县文化和旅游局（演示）',
    [settingName(documentIssuingSettings, 'authority_code')]: '云岭',
    // text messages and evaluations link to it, and so do the codes on documents
    [settingName(siteSettings, 'address')]: `http://localhost:${engine.config.port || 80}`,
  };
  const open = await engine.db.rows<{ id: number; name: string }>(
    sql`select id, name from system_setting where name = any(${Object.keys(values)}::text[]) and value is null`,
  );
  for (const { id, name } of open)
    await write(engine, storedSetting, systemCaller(), {
      operation: 'edit',
      id,
      input: {},
      set: { value: JSON.stringify(values[name]) },
    });
  await engine.settingCache.reload();
}
