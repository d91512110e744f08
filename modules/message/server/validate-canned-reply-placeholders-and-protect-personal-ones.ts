import { placeholdersIn } from '#kernel/message/declare-and-fill-message-template.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { forbidden } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { cannedReply } from '../contract/canned-reply-for-lifecycle-move.ts';
import { parseResourceAndLifecycleMove } from './offer-canned-replies-for-move-and-save-personal-ones-controller.ts';

const texts = {
  place: text(
    '“{name}”不是该业务的字段，或含个人信息',
    '“{name}” is not a field of this resource, or contains personal data',
  ),
};

/**
 * Placeholders are filled in for everybody who sees the row, so only fields that all of them read unmasked are allowed.
 */
function checkPlaces({ engine, values, before, fail }: WriteContext<typeof cannedReply>): void {
  const meant = parseResourceAndLifecycleMove(engine, values.move ?? before?.move);
  const fields = meant ? allColumnsOf(meant.resource) : {};
  for (const name of ['content', 'content_en'] as const)
    for (const place of placeholdersIn(String(values[name] ?? ''))) {
      const one = Object.hasOwn(fields, place) ? fields[place] : undefined;
      if (!one || one.privacy || one.reads) fail(name, texts.place, { name: place });
    }
}

/** Refuses changes to a personal reply of somebody else. */
async function refuseForeign({ before, caller, tx }: ChangeContext<typeof cannedReply>): Promise<void> {
  const stored = await tx.row<{ whose: number | null }>(
    sql`select admin_id as whose from message_reply where id = ${before.id}`,
  );
  if (stored?.whose && stored.whose !== caller.id) throw forbidden();
}

export const cannedReplyWriteHooks: WriteHooks<typeof cannedReply> = {
  add(context) {
    checkPlaces(context);
    const { caller, values } = context;
    if (caller.type === 'admin' && !caller.super) values.area_code ??= caller.areaCode || null;
  },
  async edit(context) {
    await refuseForeign(context);
    checkPlaces(context);
  },
  del: refuseForeign,
};
