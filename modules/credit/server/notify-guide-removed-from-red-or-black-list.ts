import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { creditLists } from '../contract/credit-event-kinds-lists-and-grounds.ts';
import { listingEnded } from '../contract/message-templates.ts';
import { creditListing } from '../contract/red-or-black-list-entry.ts';
import { notifyGuideAboutCredit } from './notify-guide-about-credit-by-inbox-and-sms.ts';

/**
 * Messages a guide who is taken off a list, by a decision, a repair or the end of the period: the last two move rows without
 * their hooks, and a listing of a guide has no recipient among enterprises.
 */
export const notifyGuideRemovedFromRedOrBlackList: Subscriber = on(creditListing, ['removed', 'expired'], {
  async later(_fact, { engine, tx, rows }) {
    for (const { id, guide_id, subject, person_name, list } of await rows()) {
      if (subject !== 'guide' || !guide_id) continue;
      const values = { name: person_name ?? '', list: creditLists[list] };
      await notifyGuideAboutCredit({ engine, tx }, listingEnded, {
        guide: guide_id,
        resource: creditListing,
        row: id,
        values,
      });
    }
  },
});
