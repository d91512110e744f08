import { noticeKinds } from '#kernel/notice.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { fieldOf } from '#web/resource/list-query.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';

const texts = {
  sms: text('短信“{label}” → {to}', 'SMS “{label}” → {to}'),
  mail: text('邮件“{label}” → {to}', 'E-mail “{label}” → {to}'),
  notice: text('{sort}“{label}” → {people} 人，{read} 人已读', '{sort} “{label}” → {people} people, {read} read'),
  signed: text('，{signed} 人已签收', ', {signed} signed'),
  reveal: text('查看敏感信息：{fields}', 'Viewed personal data: {fields}'),
  searched: text('按敏感信息查找', 'Searched by personal data'),
  separator: text('、', ', '),
};

/** A message that was sent about the record, or a look at personal data in it. */
export function EventLine({ resource, entry }: { resource: AnyResource; entry: TimelineEntry }) {
  const say = useText();
  const told = entry.told ?? {};
  if (entry.kind === 'message') {
    const queue = findResource(told.by === 'mobile' ? 'message/sms' : 'message/email');
    const states = queue?.fields.status?.options.options as Readonly<Record<string, { 'zh-cn': string; en: string }>>;
    const state = states?.[String(told.state)];
    return (
      <>
        {say(told.by === 'mobile' ? texts.sms : texts.mail, told)}
        {state && <span className="xj-timeline-moved">{say(state)}</span>}
      </>
    );
  }
  if (entry.kind === 'notice') {
    const sort = noticeKinds[told.sort as keyof typeof noticeKinds];
    return (
      <>
        {say(texts.notice, { ...told, sort: sort ? say(sort) : '' })}
        {told.sort === 'legal' && say(texts.signed, told)}
      </>
    );
  }
  const fields = ((told.fields ?? []) as string[]).map((name) => {
    const field = fieldOf(resource, name);
    return field ? say(field.label) : name;
  });
  return (
    <>{fields.length > 0 ? say(texts.reveal, { fields: fields.join(say(texts.separator)) }) : say(texts.searched)}</>
  );
}
