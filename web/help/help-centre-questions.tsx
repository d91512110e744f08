import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { RichText } from '#web/cell/rendered-rich-text.tsx';
import { useDebounced } from '#web/feedback/use-debounced.ts';
import { get, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';

const texts = {
  ofScreen: text('常见问题', 'Questions'),
  found: text('帮助中心', 'Help centre'),
  none: text('帮助中心没有找到；我们会据此补充。', 'Nothing in the help centre; we will add what is missing.'),
  helped: text('有帮助吗？', 'Did this help?'),
  yes: text('有帮助', 'Yes'),
  no: text('没帮助', 'No'),
  thanks: text('谢谢', 'Thank you'),
};

interface Question {
  readonly id: number;
  readonly question: string;
  readonly category: string;
}

interface Answered extends Question {
  readonly answer: string;
  readonly voted: boolean | null;
  readonly related: readonly Pick<Question, 'id' | 'question'>[];
}

/** Milliseconds without typing before the help centre is searched: what nobody finds is noted there. */
const pause = 700;

/** Questions of the help centre: those of a screen, or what a search there finds. */
export function HelpCentreQuestions({ screen, wanted }: { screen: string; wanted: string }) {
  const t = useText();
  const { app } = areaPaths();
  const query = useDebounced(wanted.length > 1 ? wanted.slice(0, 60) : '', pause);
  const { data } = useQuery({
    queryKey: ['help centre', app, screen, query],
    queryFn: ({ signal }) =>
      query === ''
        ? get<{ list: Question[] }>(`/${app}/help.centre/screen`, { name: screen }, { quiet: true, signal })
        : get<{ list: Question[] }>(`/${app}/help.centre/search`, { q: query }, { quiet: true, signal }),
  });
  const list = data?.list ?? [];
  if (data === undefined || (list.length === 0 && query === '')) return null;
  return (
    <section className="xj-help-questions">
      <h3>{t(query === '' ? texts.ofScreen : texts.found)}</h3>
      {list.length === 0 && <p role="status">{t(texts.none)}</p>}
      {list.map((one) => (
        <OpenableQuestion key={one.id} id={one.id} question={one.question} />
      ))}
    </section>
  );
}

function OpenableQuestion({ id, question }: Pick<Question, 'id' | 'question'>) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{question}</summary>
      {open && <Answer id={id} />}
    </details>
  );
}

function Answer({ id }: { id: number }) {
  const t = useText();
  const { app } = areaPaths();
  const { data } = useQuery({
    queryKey: ['help centre', app, 'article', id],
    queryFn: ({ signal }) => get<Answered>(`/${app}/help.centre/read`, { id }, { quiet: true, signal }),
  });
  const vote = useMutation({
    mutationFn: (helpful: boolean) => post(`/${app}/help.centre/vote`, { id, helpful: helpful ? '1' : '0' }),
  });
  if (!data) return null;
  return (
    <>
      <RichText html={data.answer} />
      {data.related.map((one) => (
        <OpenableQuestion key={one.id} {...one} />
      ))}
      {vote.isSuccess ? (
        <p role="status">{t(texts.thanks)}</p>
      ) : (
        <p>
          {t(texts.helped)}{' '}
          {([true, false] as const).map((helpful) => (
            <button
              key={String(helpful)}
              type="button"
              className="xj-button"
              aria-pressed={data.voted === helpful}
              disabled={vote.isPending}
              onClick={() => vote.mutate(helpful)}
            >
              {t(helpful ? texts.yes : texts.no)}
            </button>
          ))}
        </p>
      )}
    </>
  );
}
