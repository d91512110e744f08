import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { inboxMessageKinds } from '#kernel/message/inbox-message-kind.ts';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';

const texts = {
  sms: text('短信“{label}” → {to}', 'SMS “{label}” → {to}'),
  mail: text('邮件“{label}” → {to}', 'E-mail “{label}” → {to}'),
  notice: text(
    '{sort}“{label}” → {people} 人，{read} 人已读',
    '{sort} “{label}” → {people} {people|person|people}, {read} read',
  ),
  signed: text('，{signed} 人已签收', ', {signed} signed'),
  reveal: text('查看敏感信息：{fields}', 'Viewed personal data: {fields}'),
  searched: text('按敏感信息查找', 'Searched by personal data'),
  separator: text('、', ', '),
};

/** A message sent about the record, or a look at its personal data. */
export function MessageOrRevealLine({ resource, entry }: { resource: AnyResource; entry: TimelineEntry }) {
  const t = useText();
  const details = entry.told ?? {};
  if (entry.kind === 'message') {
    const queue = findResource(details.by === 'mobile' ? 'message/sms' : 'message/email');
    const states = queue?.fields.status?.options.options as Readonly<Record<string, { 'zh-cn': string; en: string }>>;
    const state = states?.[String(details.state)];
    return (
      <>
        {t(details.by === 'mobile' ? texts.sms : texts.mail, details)}
        {state && <span className="xj-timeline-moved">{t(state)}</span>}
      </>
    );
  }
  if (entry.kind === 'notice') {
    const sort = inboxMessageKinds[details.sort as keyof typeof inboxMessageKinds];
    return (
      <>
        {t(texts.notice, { ...details, sort: sort ? t(sort) : '' })}
        {details.sort === 'legal' && t(texts.signed, details)}
      </>
    );
  }
  const fields = ((details.fields ?? []) as string[]).map((name) => {
    const field = fieldOf(resource, name);
    return field ? t(field.label) : name;
  });
  return <>{fields.length > 0 ? t(texts.reveal, { fields: fields.join(t(texts.separator)) }) : t(texts.searched)}</>;
}
