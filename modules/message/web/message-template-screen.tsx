import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { ResourceForm } from '#web/form/resource/resource-form.tsx';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { can } from '#web/session/session.ts';
import { useTab } from '#web/tab/tab-context.ts';
import { Timeline } from '#web/timeline/record-timeline.tsx';
import '#web/form/field/form.css';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { type EditableMessage, editableMessageTemplate } from '../contract/editable-message-template.ts';
import './message-template-screen.css';
import { MessageTemplatePreview, MessageTemplateTextInput } from './message-template-text-input-with-preview.tsx';

const texts = {
  remark: text(
    '保存后立即生效。短信服务商须已报备同样的内容。',
    'Takes effect when saved. The SMS provider must have the same text registered.',
  ),
  search: text('搜索名称、代码或内容', 'Search name, code or content'),
  none: text('没有符合的短信', 'No matching SMS'),
  choose: text('选择一条短信，查看或修改内容', 'Select an SMS to view or edit its text'),
  edited: text('已修改', 'Modified'),
  back: text('全部短信', 'All SMS'),
  history: text('修改记录', 'Edit history'),
  messages: text('短信', 'SMS'),
};

/** `/admin/message/template`: the messages of the product and their editable texts. */
export default function MessageTemplateScreen() {
  const t = useText();
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState('');
  const query = useQuery({
    queryKey: ['resource', editableMessageTemplate.name, 'all'],
    queryFn: queryFnFor<{ list: EditableMessage[] }>('/admin/message.template/all'),
    staleTime: 0,
  });
  const chosen = query.data?.list.find(({ code }) => code === address.get('code'));
  const choose = (code?: string) => setAddress(code === undefined ? {} : { code }, { replace: true });
  return (
    <ModuleScreenFrame title={t(editableMessageTemplate.label)} lead={t(texts.remark)}>
      <QueryResultOrError query={query}>
        {({ list }) => (
          <div className="xj-messages" data-chosen={chosen ? true : undefined}>
            <nav aria-label={t(texts.messages)}>
              <Input
                type="search"
                allowClear
                value={typed}
                placeholder={t(texts.search)}
                aria-label={t(texts.search)}
                onChange={(event) => setTyped(event.target.value)}
              />
              <MessageList list={list.filter((one) => matches(one, typed))} chosen={chosen} onChoose={choose} />
            </nav>
            {chosen ? (
              <MessageForm key={chosen.id} message={chosen} onBack={() => choose()} />
            ) : (
              <p className="xj-messages-none">{t(texts.choose)}</p>
            )}
          </div>
        )}
      </QueryResultOrError>
    </ModuleScreenFrame>
  );
}

function matches({ code, label, now, places }: EditableMessage, typed: string): boolean {
  const all = [code, ...[label, now, ...Object.values(places)].flatMap((one) => [one['zh-cn'], one.en])]
    .join('\n')
    .toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

function MessageList({
  list,
  chosen,
  onChoose,
}: {
  list: readonly EditableMessage[];
  chosen: EditableMessage | undefined;
  onChoose(code: string): void;
}) {
  if (list.length === 0) return <p className="xj-messages-none">{translate(texts.none)}</p>;
  return (
    <ul>
      {list.map((one) => (
        <li key={one.code}>
          <button type="button" aria-current={one === chosen ? 'true' : undefined} onClick={() => onChoose(one.code)}>
            <strong>{translate(one.label)}</strong>
            {one.edited && <small>{translate(texts.edited)}</small>}
            <span>{translate(one.now)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function MessageForm({ message, onBack }: { message: EditableMessage; onBack(): void }) {
  const tab = useTab();
  const [saved, setSaved] = useState(0);
  const mayEdit = can(`${editableMessageTemplate.name}/edit`);
  return (
    <section aria-label={translate(message.label)}>
      <Button className="xj-messages-back" type="link" onClick={onBack}>
        ← {translate(texts.back)}
      </Button>
      <h2>
        {translate(message.label)} <code>{message.code}</code>
      </h2>
      {mayEdit ? (
        <ResourceForm
          // restart with the saved values and their version
          key={saved}
          resource={editableMessageTemplate}
          id={message.id}
          inputs={{
            content: (props) => (
              <MessageTemplateTextInput {...props} message={message} shipped={message.words['zh-cn']} />
            ),
            content_en: (props) => <MessageTemplateTextInput {...props} message={message} shipped={message.words.en} />,
          }}
          onDone={() => setSaved((count) => count + 1)}
          onDirty={tab.setDirty}
        />
      ) : (
        Object.entries(message.now).map(([locale, typed]) => (
          <MessageTemplatePreview key={locale} message={message} typed={typed} />
        ))
      )}
      <h3>{translate(texts.history)}</h3>
      <Timeline resource={editableMessageTemplate} id={message.id} />
    </section>
  );
}
