import { useEffect } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import { translate } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';

const texts = {
  missed: text(
    '定时任务“{name}”连续错过 {count} 次',
    'Scheduled task “{name}” missed {count} {count|time|times} in a row',
  ),
  where: text('见 系统 → 定时任务', 'See System → Scheduled tasks'),
};

const node = 'system/schedule';

/** Shows a toast when a scheduled task was missed, to administrators who may see scheduled tasks, on every page. */
export function useMissedScheduledTaskToasts(area: SignInArea): void {
  useEffect(() => {
    if (area !== 'admin' || !can(node)) return;
    return subscribeToLiveEvents([`${node}.missed`], ({ payload }) => {
      const { label, misses } = payload as { label: Text; misses: number };
      toast.error(translate(texts.missed, { name: translate(label), count: misses }), translate(texts.where));
    });
  }, [area]);
}
