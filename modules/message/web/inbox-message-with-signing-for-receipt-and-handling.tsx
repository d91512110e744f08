import { Button } from 'antd';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { inboxMessageKinds } from '#kernel/message/inbox-message-kind.ts';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { post, urlWithToken } from '#web/http/client.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { type InboxMessageAnswerProps, inboxMessageAnswerFor } from '#web/record/inbox-message-answer-registry.ts';
import { useResource } from '#web/resource/declaration-loader.ts';
import { pathOf } from '#web/resource/resource-calls.ts';
import { areaPaths, resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import { type InboxNotice, inboxNotice as notices } from '../contract/inbox-notice.ts';

const NoticeMoves = lazy(() => import('./lifecycle-move-buttons-in-inbox-message.tsx'));

const texts = {
  unread: text('未读', 'Unread'),
  open: text('去办理', 'Handle'),
  paper: text('查看文书', 'View document'),
  look: text('查看记录', 'View record'),
  sign: text('签收', 'Sign for receipt'),
  confirmSign: text('签收“{title}”？', 'Sign for “{title}”?'),
  signText: text(
    '签收后即为送达，签收人和时间记入送达回证，不能撤回。',
    'Signing counts as service of the document. The signatory and time are recorded in the receipt of service and cannot be undone.',
  ),
  until: text('请在 {time} 前签收', 'Please sign for it by {time}'),
  signed: text('{name}于 {time} 签收', 'Signed for by {name} at {time}'),
  party: text('送达对象：{party}', 'Served on {party}'),
};

const answers = new Map<string, ComponentType<InboxMessageAnswerProps>>();

/** The component by which the reader answers this message here, in addition to the moves of its record. */
function answerOf({ template_code: code, subject }: InboxNotice): ComponentType<InboxMessageAnswerProps> | undefined {
  const load = inboxMessageAnswerFor(code);
  if (!code || !load || !subject?.id) return undefined;
  const component = answers.get(code) ?? lazy(load);
  answers.set(code, component);
  return component;
}

interface ItemProps {
  notice: InboxNotice;
  onRead(): void;
  onChanged(): Promise<unknown>;
}

/** The resource of the record a task is about, if the reader may see it and it has moves. */
function actedOn({ kind, opens, subject }: InboxNotice, resource: AnyResource | undefined) {
  if (kind !== 'todo' || opens || !subject?.id) return undefined;
  return resource?.life && can(`${resource.name}/index`) ? { resource, id: subject.id } : undefined;
}

/** Link of a message: the screen it names, else the record it is about, if the reader may see it. */
function wayOf(
  { opens, subject }: InboxNotice,
  resource: AnyResource | undefined,
): { to: string; label: typeof texts.open } | undefined {
  if (opens) return { to: `${areaPaths().base}/${opens}`, label: texts.open };
  if (!resource || !subject?.id || !can(`${resource.name}/index`)) return undefined;
  return { to: resourcePath(resource, subject.id), label: texts.look };
}

/** Link of the document attached to a message. */
function paperOf({ file }: InboxNotice): string | undefined {
  if (!file) return undefined;
  const { app } = areaPaths();
  const [call = '', query] = file.split('?');
  return urlWithToken(`/${app}/${call}`, Object.fromEntries(new URLSearchParams(query)), app);
}

/** One message. Opening it marks it as read; a legal one is signed for below its text. */
export function InboxMessage({ notice, onRead, onChanged }: ItemProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const english = currentLocale() === 'en';
  const title = (english ? notice.label_en : notice.label) ?? '';
  const resource = useResource(notice.subject?.resource);
  const record = actedOn(notice, resource);
  const Answer = answerOf(notice);
  const way = Answer ? undefined : wayOf(notice, resource);
  const paper = paperOf(notice);
  const unread = notice.read_at === null;
  const legal = notice.kind === 'legal';
  const owed = legal && notice.signed_at === null;
  const read = () => {
    if (unread) onRead();
  };
  const sign = async () => {
    const question = { title: t(texts.confirmSign, { title }), text: t(texts.signText), okText: t(texts.sign) };
    if (!(await confirm(question))) return;
    await post(pathOf(notices, 'sign'), { id: notice.id }, { successMessage: true }).catch(() => undefined);
    await onChanged();
  };
  return (
    <li data-unread={unread || owed || undefined}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open);
          read();
        }}
      >
        <span className="xj-notice-head">
          {notice.kind && <OptionTag option={inboxMessageKinds[notice.kind]} />}
          <strong>{title}</strong>
          {unread && <span className="xj-visually-hidden">{t(texts.unread)}</span>}
          <time>{formatMinute(notice.createtime)}</time>
        </span>
        <span className="xj-notice-content">{english ? notice.content_en : notice.content}</span>
      </button>
      {(open || owed) && (
        <div className="xj-notice-foot">
          {notice.party && <span>{t(texts.party, { party: notice.party })}</span>}
          {typeof notice.signed_at === 'number' && (
            <span>{t(texts.signed, { name: notice.signed_by ?? '', time: formatMinute(notice.signed_at) })}</span>
          )}
          {owed && typeof notice.sign_until === 'number' && (
            <span>{t(texts.until, { time: formatMinute(notice.sign_until) })}</span>
          )}
          {paper && (
            <a className="xj-button" href={paper} download onClick={read}>
              {t(texts.paper)}
            </a>
          )}
          {owed && (
            <Button type="primary" onClick={() => void sign()}>
              {t(texts.sign)}
            </Button>
          )}
          {open && record && (
            <Suspense fallback={null}>
              <NoticeMoves {...record} />
            </Suspense>
          )}
          {open && Answer && notice.subject?.id && (
            <Suspense fallback={null}>
              <Answer id={notice.subject.id} />
            </Suspense>
          )}
          {way && (
            <Link className="xj-button" to={way.to} onClick={read}>
              {t(way.label)}
            </Link>
          )}
        </div>
      )}
    </li>
  );
}
