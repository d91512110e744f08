import { Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { type ButtonKind, buttonKinds } from '../../contract/menu-button-kinds-fields-and-limits.ts';
import {
  maxSimulatedText,
  type SimulatedAction,
  type SimulatedReply,
  type SimulatorMenu,
} from '../../contract/simulator-actions-and-answer-types.ts';
import { groupButtons } from '../../contract/validate-wechat-menu.ts';
import { OfficialAccountPhone } from '../phone/official-account-phone-preview.tsx';
import { SimulatedAnswer } from './simulated-answer.tsx';
import './simulator.css';

const texts = {
  write: text('像粉丝一样说点什么', 'Write like a follower'),
  send: text('发送', 'Send'),
  others: text('还可以', 'Also'),
  subscribe: text('关注', 'Follow'),
  subscribed: text('〔关注了公众号〕', '[followed the account]'),
  picture: text('发图片', 'Send a picture'),
  pictured: text('〔图片〕', '[picture]'),
  scan: text('扫描二维码', 'Scan a code'),
  scene: text('场景值', 'Scene'),
  scanned: text('〔扫描了二维码 {scene}〕', '[scanned the code {scene}]'),
  pressed: text('〔点了“{name}”〕', '[pressed “{name}”]'),
  opens: text('打开 {url}', 'Opens {url}'),
  phone: text('“{kind}”须在手机上试', '“{kind}” needs a phone'),
  hello: text('还没有对话', 'Nothing has been said yet'),
  talk: text('对话', 'Conversation'),
};

type NewLine =
  | { readonly by: 'fan'; readonly text: string }
  | { readonly by: 'note'; readonly text: string }
  | { readonly by: 'account'; readonly answer: SimulatedReply };
type Line = NewLine & { readonly id: number };

interface Props {
  readonly account: number;
  readonly title: string;
  readonly lead: string;
  /** Which menu is shown. */
  readonly about: string;
  readonly buttons: SimulatorMenu['buttons'];
}

/** The lines of the conversation, and what a follower can do. */
function useConversation(account: number) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [busy, setBusy] = useState(false);
  const add = (...more: readonly NewLine[]) =>
    setLines((all) => [...all, ...more.map((line, n) => ({ ...line, id: all.length + n }))]);
  const act = async (action: SimulatedAction, written: string, shown: string) => {
    add({ by: 'fan', text: shown });
    setBusy(true);
    try {
      const answer = await post<SimulatedReply>('/admin/wechat.account/simulate', {
        id: account,
        action,
        text: written,
      });
      add({ by: 'account', answer });
    } catch (error) {
      // the client shows what went wrong
      if (!isCancelled(error) && !(error instanceof Error)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return { lines, busy, add, act };
}

interface WriteFormProps {
  /** What is entered, for its input. */
  readonly label: string;
  readonly button: string;
  readonly maxLength: number;
  readonly busy?: boolean;
  readonly isPrimary?: boolean;
  onSend(written: string): void;
}

/** A line to write, and a button to send it. Nothing is sent while it is empty. */
function WriteForm({ label, button, maxLength, busy = false, isPrimary = false, onSend }: WriteFormProps) {
  const [written, setWritten] = useState('');
  return (
    <form
      className="xj-wx-write"
      onSubmit={(event) => {
        event.preventDefault();
        if (written.trim() === '' || busy) return;
        setWritten('');
        onSend(written);
      }}
    >
      <Input
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={written}
        onChange={({ target }) => setWritten(target.value)}
      />
      <Button type={isPrimary ? 'primary' : 'default'} htmlType="submit" loading={busy}>
        {button}
      </Button>
    </form>
  );
}

interface LinesProps {
  readonly lines: readonly Line[];
  onChoose(choice: string): void;
}

/** What was written and answered, the last in sight. */
function ConversationLines({ lines, onChoose }: LinesProps) {
  const t = useText();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lines.length > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [lines]);
  return (
    <div role="log" aria-label={t(texts.talk)} className="xj-wx-lines">
      {lines.length === 0 && <p className="xj-wx-event">{t(texts.hello)}</p>}
      {lines.map((line) =>
        line.by === 'account' ? (
          <SimulatedAnswer key={line.id} answer={line.answer} onChoose={onChoose} />
        ) : (
          <p key={line.id} className={line.by === 'fan' ? 'xj-wx-fan' : 'xj-wx-event'}>
            {line.text}
          </p>
        ),
      )}
      <div ref={end} />
    </div>
  );
}

/** A conversation with an official account, its menu below, and beside it what else a follower can do. */
export function SimulatedConversationWithFollowerActions({ account, title, lead, about, buttons }: Props) {
  const t = useText();
  const { lines, busy, add, act } = useConversation(account);
  const [open, setOpen] = useState<number>();
  const groups = groupButtons(buttons).map(({ top, subs }) => ({
    id: top,
    name: buttons[top]?.name ?? '',
    subs: subs.map((row) => ({ id: row, name: buttons[row]?.name ?? '' })),
  }));
  const press = (row: number) => {
    const button = buttons[row];
    if (!button) return;
    setOpen(undefined);
    const shown = t(texts.pressed, { name: button.name });
    const kind = t(buttonKinds[(button.kind ?? 'click') as ButtonKind]);
    if (button.kind === 'click') void act('click', button.event_key ?? '', shown);
    else {
      const note = button.kind === 'view' ? t(texts.opens, { url: button.url ?? '' }) : t(texts.phone, { kind });
      add({ by: 'fan', text: shown }, { by: 'note', text: note });
    }
  };
  return (
    <div className="xj-wx-simulator">
      <OfficialAccountPhone
        title={title}
        groups={groups}
        open={open}
        onPress={(button, group) => {
          if (button.id === group.id && group.subs.length > 0) setOpen(open === group.id ? undefined : group.id);
          else press(button.id);
        }}
        footer={
          <WriteForm
            label={t(texts.write)}
            button={t(texts.send)}
            maxLength={maxSimulatedText}
            busy={busy}
            isPrimary
            onSend={(written) => void act('text', written, written)}
          />
        }
      >
        <ConversationLines lines={lines} onChoose={(choice) => void act('text', choice, choice)} />
      </OfficialAccountPhone>
      <section className="xj-wx-others" aria-label={t(texts.others)}>
        <p>{lead}</p>
        <p>{about}</p>
        <div className="xj-wx-actions">
          <Button onClick={() => void act('subscribe', '', t(texts.subscribed))}>{t(texts.subscribe)}</Button>
          <Button onClick={() => void act('other', '', t(texts.pictured))}>{t(texts.picture)}</Button>
        </div>
        <WriteForm
          label={t(texts.scene)}
          button={t(texts.scan)}
          maxLength={64}
          onSend={(scene) => void act('scan', scene, t(texts.scanned, { scene }))}
        />
      </section>
    </div>
  );
}
