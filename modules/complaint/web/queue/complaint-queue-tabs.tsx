import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { type ListQuery, readListQuery, writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { useRegisterPaletteActions } from '#web/tab/command-palette-and-shortcut-action-registry.ts';
import { complaint } from '../../contract/complaint.ts';
import {
  type ComplaintQueue,
  type ComplaintQueueCounts,
  type ComplaintQueueName,
  complaintQueues,
} from '../../contract/complaint-queues-by-whose-turn-it-is.ts';
import './complaint-queue-tabs.css';

const texts = {
  label: text('按轮到谁', 'By whose turn it is'),
  all: text('全部', 'All'),
  next: text('下一个队列', 'Next queue'),
  previous: text('上一个队列', 'Previous queue'),
} as const;

const queues = Object.entries(complaintQueues) as [ComplaintQueueName, ComplaintQueue][];

/** The list of a queue: what is due first is on top. */
const listOf = ({ conditions, handledByMe }: ComplaintQueue): ListQuery => ({
  keyword: '',
  conditions,
  ...(handledByMe ? { handledByMe } : {}),
  order: ['due_at', 'asc'],
});

const addressOf = (queue: ComplaintQueue): string => writeListQuery(listOf(queue)).toString();

/** The queues with the number of complaints in each; the chosen one is the list below. `]` and `[` walk them. */
export function ComplaintQueueTabs() {
  const t = useText();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const { data } = useQuery({
    queryKey: ['resource', complaint.name, 'queues'],
    queryFn: ({ signal }) =>
      get<ComplaintQueueCounts>('/admin/complaint.complaint/queues', {}, { quiet: true, signal, duplicate: 'allow' }),
  });
  const { page: _page, limit: _limit, ...shown } = readListQuery(address, complaint);
  const present = writeListQuery(shown).toString();
  // keys may come faster than the list
  const latest = useRef(present);
  useEffect(() => {
    latest.current = present;
  }, [present]);
  useRegisterPaletteActions(
    useMemo(() => {
      const addresses = ['', ...queues.map(([, queue]) => addressOf(queue))];
      const step = (by: 1 | -1) => {
        const at = Math.max(addresses.indexOf(latest.current), 0);
        latest.current = addresses[(at + by + addresses.length) % addresses.length] ?? '';
        void navigate({ pathname, search: latest.current });
      };
      return [
        { id: 'complaint-queue-next', label: t(texts.next), keys: ']', run: () => step(1) },
        { id: 'complaint-queue-previous', label: t(texts.previous), keys: '[', run: () => step(-1) },
      ];
    }, [pathname, navigate, t]),
  );
  return (
    <nav className="xj-complaint-queues" aria-label={t(texts.label)}>
      <Link to={pathname} aria-current={present === '' ? 'page' : undefined}>
        {t(texts.all)}
      </Link>
      {queues.map(([name, queue]) => (
        <Link
          key={name}
          to={{ pathname, search: addressOf(queue) }}
          aria-current={addressOf(queue) === present ? 'page' : undefined}
          data-late={name === 'overdue' && (data?.overdue ?? 0) > 0 ? '' : undefined}
        >
          {t(queue.label)}
          <span>{data ? data[name] : '…'}</span>
        </Link>
      ))}
    </nav>
  );
}
