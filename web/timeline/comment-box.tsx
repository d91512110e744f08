import { useQuery } from '@tanstack/react-query';
import { Button, Mentions } from 'antd';
import type { MentionsRef } from 'antd/es/mentions';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import { maxCommentLength } from '#kernel/resource/comment-limits-and-rows-open-to-comments.ts';
import { text } from '#kernel/text/text.ts';
import { dropFormDraft, readFormDraft, storeFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';
import { areaPaths, currentArea } from '#web/session/admin-or-member-area.ts';
import { useValueAfterComposition } from '#web/tab/stop-keys-and-delay-search-during-input-method-composition.ts';
import { useCommentFocus } from '#web/timeline/focus-comment-box-by-shortcut.ts';

import './comment-box.css';

const texts = {
  label: text('批注', 'Comment'),
  officers: text(
    '写批注，@ 同事。仅工作人员可见，企业和群众看不到。',
    'Write a comment, @ colleagues. Visible to officers only, not to enterprises or the public.',
  ),
  members: text(
    '写批注。仅与您共同管理这条记录的人可见，主管部门看不到。',
    'Write a comment. Visible only to those who manage this record with you, not to the authority.',
  ),
  send: text('发布', 'Post'),
  save: text('保存', 'Save'),
  cancel: text('取消', 'Cancel'),
  keys: text('Ctrl+Enter 发布', 'Ctrl+Enter to post'),
  none: text('没有看得到这条记录的人', 'Nobody can see this record'),
};

/** Fields of the draft: the text, and the officers mentioned, by the name in the text. */
const draftFields = {
  content: field.textarea(texts.label, { max: maxCommentLength }),
  called: field.pairs(texts.label),
};

interface Officer {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly department: string | null;
}

const callOf = (action: string) => `/${areaPaths().app}/message.comment/${action}`;

/** Officers who can be mentioned, queried while a name is typed. */
function useOfficers(resource: AnyResource, row: number, typed: string | undefined) {
  return useQuery({
    queryKey: ['comment officers', resource.name, row, typed],
    queryFn: async (context) => {
      const params = { resource: resource.name, id: row, quick_search: typed };
      const { list } = await queryFnFor<{ list: Officer[] }>(callOf('officers'), params)(context);
      const twice = (name: string) => list.filter((one) => one.name === name).length > 1;
      return list.map((one) => ({
        value: twice(one.name) ? `${one.name}(${one.username})` : one.name,
        id: one.id,
        label: [one.name, one.department ?? one.username].join(' · '),
      }));
    },
    enabled: typed !== undefined && currentArea() === 'admin',
    staleTime: 10_000,
  });
}

interface CommentBoxProps {
  readonly resource: AnyResource;
  readonly row: number;
  /** The comment to edit; without it, a new one. */
  readonly comment?: { readonly id: number; readonly content: string };
  onDone?(): void;
}

/** A comment while it is written: its draft, the colleagues mentioned in it, and posting it. */
function useCommentDraft({ resource, row, comment, onDone }: CommentBoxProps) {
  const draft = `${resource.name}/comment ${row}${comment ? ` ${comment.id}` : ''}`;
  const [begun] = useState(() => readFormDraft(draft, draftFields));
  const [content, setContent] = useState(() => String(begun?.content ?? comment?.content ?? ''));
  const [called, setCalled] = useState<readonly Pair[]>(() => (begun?.called ?? []) as Pair[]);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => storeFormDraft(draft, draftFields, { content, called: [...called] }), [draft, content, called]);
  const send = async () => {
    if (sending || content.trim() === '') return;
    setSending(true);
    setProblem(undefined);
    const mentions = called.filter(({ key }) => content.includes(`@${key}`)).map(({ value }) => Number(value));
    try {
      if (comment) await post(callOf('change'), { id: comment.id, content, mentions }, { quiet: true });
      else await post(callOf('add'), { resource: resource.name, row, content, mentions }, { quiet: true });
      setContent('');
      setCalled([]);
      dropFormDraft(draft);
      await refreshResource(resource.name);
      onDone?.();
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (!isCancelled(error)) setProblem(error.errors?.content?.join(' ') ?? error.message);
    } finally {
      setSending(false);
    }
  };
  const cancel = () => {
    dropFormDraft(draft);
    onDone?.();
  };
  return { content, setContent, setCalled, sending, problem, send, cancel };
}

/** Writes a comment. `@` mentions a colleague who may see the record; the draft is stored until it is posted. */
export default function CommentBox(props: CommentBoxProps) {
  const { resource, row, comment } = props;
  const t = useText();
  const id = useId();
  const box = useRef<MentionsRef>(null);
  const { content, setContent, setCalled, sending, problem, send, cancel } = useCommentDraft(props);
  const [typing, setTyped] = useState<string>();
  const typed = useValueAfterComposition(typing);
  const officers = useOfficers(resource, row, typed);
  const member = currentArea() === 'member';
  useCommentFocus(
    useCallback(() => {
      if (!comment) box.current?.focus();
    }, [comment]),
  );
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void send();
  };
  return (
    // not a form: it may be inside one
    <div className="xj-comment-box">
      <Mentions
        ref={box}
        id={id}
        aria-label={t(texts.label)}
        aria-describedby={`${id}-who`}
        value={content}
        maxLength={maxCommentLength}
        prefix={member ? [] : '@'}
        autoSize={{ minRows: 2, maxRows: 10 }}
        options={(officers.data ?? []).map(({ value, label }) => ({ value, label }))}
        loading={officers.isFetching}
        notFoundContent={t(texts.none)}
        filterOption={false}
        onSearch={setTyped}
        onSelect={({ value }) => {
          const chosen = officers.data?.find((one) => one.value === value);
          if (chosen) setCalled((all) => [...all, { key: chosen.value, value: String(chosen.id) }]);
        }}
        onChange={setContent}
        onKeyDown={onKey}
      />
      {problem && (
        <p className="xj-comment-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="xj-comment-foot">
        <span id={`${id}-who`}>{t(member ? texts.members : texts.officers)}</span>
        {comment && <Button onClick={cancel}>{t(texts.cancel)}</Button>}
        <Button
          type="primary"
          onClick={() => void send()}
          loading={sending}
          disabled={content.trim() === ''}
          title={t(texts.keys)}
        >
          {t(comment ? texts.save : texts.send)}
        </Button>
      </div>
    </div>
  );
}
