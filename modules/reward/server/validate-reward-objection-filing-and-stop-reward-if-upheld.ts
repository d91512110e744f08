import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import { rewardApplication } from '../contract/enterprise-application-for-tourist-bringing-reward.ts';
import type { rewardObjection } from '../contract/objection-to-published-tourist-bringing-reward.ts';

/** Hooks of objections: they are accepted during the public notice, and an upheld one stops the reward. */
export const rewardObjectionWriteHooks: WriteHooks<typeof rewardObjection> = {
  async add({ values, require }) {
    values.source ??= 'officer';
    if (values.application_id)
      await require(rewardApplication, values.application_id, {
        status: ['publicity', 'objection'],
        field: 'application_id',
      });
  },
  moves: {
    async uphold({ engine, tx, caller, before, values, input, note }) {
      values.reply = input.reply;
      note(input.reply);
      const row = await tx.row<{ status: string }>(
        sql`select status from reward_application where id = ${before.application_id} for no key update`,
      );
      if (row?.status !== 'publicity') return;
      const held = { move: 'object', id: before.application_id, input: { reason: input.reply } };
      await write(engine, rewardApplication, onBehalfOf(caller), { operation: 'move', ...held, unread: true }, tx);
    },
    dismiss({ values, input, note }) {
      values.reply = input.reply;
      note(input.reply);
    },
  },
};
