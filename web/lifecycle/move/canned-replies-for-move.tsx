import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { fillPlaceholders, text } from '#kernel/text/text.ts';
import { post } from '#web/http/client.ts';
import { queryClientOf, queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';

import '#web/input/control/bare-fieldset.css';
import './reply-templates.css';

const texts = {
  replies: text('常用语', 'Reply templates'),
  more: text('更多常用语', 'More reply templates'),
  save: text('存为常用语', 'Save as reply template'),
  none: text('没有找到', 'Nothing found'),
  mine: text('{label}（本人）', '{label} (mine)'),
};

/** A reply template. */
export interface ReplyTemplate {
  readonly id: number;
  readonly label: string;
  readonly content: string;
  readonly mine: boolean;
  /** A reply template, or a phrase of the library; each has ids of its own. */
  readonly of: 'reply' | 'phrase';
}

/** Answer of `message.reply/offered`: reply templates of the move, and phrases of the library that suit it. */
interface Offered {
  readonly list: readonly Omit<ReplyTemplate, 'of'>[];
  readonly phrases: readonly Omit<ReplyTemplate, 'of' | 'mine'>[];
}

const joined = ({ list, phrases }: Offered): ReplyTemplate[] => [
  ...list.map((one) => ({ ...one, of: 'reply' as const })),
  ...phrases.map((one) => ({ ...one, mine: false, of: 'phrase' as const })),
];

/** Templates shown as buttons; others are found by search. */
const shown = 4;

const callOf = (action: string) => `/admin/message.reply/${action}`;

/** The reply templates of a move, most used first. Members have none. */
export function useReplyTemplates(resource: AnyResource, move: string, enabled: boolean) {
  return useQuery({
    queryKey: ['replies', resource.name, move, currentLocale()],
    queryFn: async (context) =>
      joined(await queryFnFor<Offered>(callOf('offered'), { move: `${resource.name}.${move}` })(context)),
    enabled: enabled && currentArea() === 'admin',
    staleTime: 60_000,
  }).data;
}

/**
 * Fills the placeholders of a template from the row. With several rows, or values a list does not carry, placeholders
 * stay open.
 */
export function fillReplyTemplate({ content }: ReplyTemplate, resource: AnyResource, rows: readonly WireRow[]): string {
  const [row] = rows;
  const fields = allColumnsOf(resource);
  return fillPlaceholders(content, (name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const value = row?.[name];
    if (rows.length !== 1 || !field || value === null || value === undefined || value === '') return undefined;
    return kindOf(field).toText?.(value, field.options, currentLocale(), row?.[relationNameOf(name)]) ?? String(value);
  });
}

/** Counts a use of a template: the most used come first. */
function countReplyUse({ id, of }: ReplyTemplate): void {
  if (of === 'phrase') return;
  post(callOf('used'), { id }, { quiet: true }).catch(() => undefined);
}

/** Inserts a text at the cursor. Returns the new text and cursor position. */
function insertReply(input: HTMLTextAreaElement | null, value: string, inserted: string): [string, number] {
  const start = input?.selectionStart ?? value.length;
  const end = input?.selectionEnd ?? value.length;
  return [value.slice(0, start) + inserted + value.slice(end), start + inserted.length];
}

interface RepliesProps {
  readonly resource: AnyResource;
  readonly move: string;
  readonly rows: readonly WireRow[];
  readonly replies: readonly ReplyTemplate[] | undefined;
  /** Id of the text input they are inserted into. */
  readonly inputId: string;
  readonly value: string;
  onChange(value: string): void;
}

/** Reply templates under a free text of a move, inserted at the cursor. */
export function ReplyTemplates({ resource, move, rows, replies, inputId, value, onChange }: RepliesProps) {
  const t = useText();
  if (!replies) return null;
  const put = (reply: ReplyTemplate) => {
    const input = document.getElementById(inputId) as HTMLTextAreaElement | null;
    const [next, cursor] = insertReply(input, value, fillReplyTemplate(reply, resource, rows));
    onChange(next);
    countReplyUse(reply);
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(cursor, cursor);
    });
  };
  const save = () =>
    post(callOf('keep'), { move: `${resource.name}.${move}`, content: value }, { successMessage: true })
      .then(() => queryClientOf().invalidateQueries({ queryKey: ['replies'] }))
      .catch(() => undefined);
  const isSaved = replies.some(({ content }) => content === value.trim());
  return (
    <fieldset className="xj-bare-fieldset xj-replies" aria-label={t(texts.replies)}>
      {replies.slice(0, shown).map((one) => (
        <Button key={`${one.of} ${one.id}`} size="small" title={one.content} onClick={() => put(one)}>
          {one.label}
        </Button>
      ))}
      {replies.length > shown && (
        <Select<string>
          size="small"
          aria-label={t(texts.more)}
          placeholder={t(texts.more)}
          value={null}
          showSearch={{
            filterOption: (typed, option) =>
              `${option?.label} ${option?.title}`.toLowerCase().includes(typed.toLowerCase()),
          }}
          popupMatchSelectWidth={false}
          notFoundContent={t(texts.none)}
          options={replies.map((one) => ({
            value: `${one.of} ${one.id}`,
            label: one.mine ? t(texts.mine, { label: one.label }) : one.label,
            title: one.content,
          }))}
          onSelect={(key: string) => {
            const chosen = replies.find((one) => `${one.of} ${one.id}` === key);
            if (chosen) put(chosen);
          }}
        />
      )}
      {value.trim().length >= 5 && !isSaved && (
        <Button type="link" size="small" onClick={() => void save()}>
          {t(texts.save)}
        </Button>
      )}
    </fieldset>
  );
}
