import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { sql } from '#server/db/sql.ts';
import type { EmbeddableHostSource } from '#server/http/embeddable-hosts-for-csp.ts';

/** Origins of enabled rental platforms, and the address shown where no platform is configured. */
export const embeddableRentalPlatformOrigins: EmbeddableHostSource = {
  tables: ['rental_provider', 'system_setting'],
  async read(engine) {
    const platforms = await engine.db.rows<{ base_url: string; origin: string | null }>(
      sql`select base_url, origin from rental_provider where status = 'enabled'`.asBrief(),
    );
    return [
      ...platforms.flatMap(({ base_url, origin }) => [base_url, origin]),
      engine.settings(siteSettings).car_rental_url ?? null,
    ];
  },
};
