import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Select } from 'antd';
import { useId, useState } from 'react';
import { text } from '#kernel/text.ts';
import {
  type Channels,
  mutable,
  type OwnChannels,
  type Topic,
  topicNames,
  topics,
} from '#modules/message/contract/channel.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { reading } from '#web/http/query.ts';
import { useText } from '#web/i18n/locale.ts';
import { type Area, sideOf } from '#web/session/area.ts';
import './channel-part.css';

const words = {
  title: text('提醒方式', 'How you are told'),
  lead: text(
    '消息总在站内收件箱；可另选短信和邮件。法律文书在站内签收，短信和邮件只作提醒。夜间不发短信。',
    'Everything stands in your inbox; choose SMS or e-mail besides. Legal documents are signed for in the inbox. No SMS at night.',
  ),
  topic: text('消息', 'Messages'),
  bell: text('站内提醒', 'Bell'),
  email: text('邮件', 'E-mail'),
  sms: text('短信', 'SMS'),
  box: text('{topic}：{way}', '{topic}: {way}'),
  addresses: text('邮件发到 {email}，短信发到 {mobile}', 'E-mail goes to {email}, SMS to {mobile}'),
  none: text('（未登记）', '(none on record)'),
  digest: text('每日摘要邮件', 'Daily e-mail'),
  digestText: text(
    '每天一封，列出待办件数与未读；没有内容时不发。',
    'One a day with what is to do and to read; none when there is nothing.',
  ),
  hour: text('发送时间', 'Sent at'),
  save: text('保存提醒方式', 'Save how you are told'),
};

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }));

type Way = 'email' | 'sms' | 'muted';
const toggled = (list: readonly Topic[], topic: Topic, on: boolean): Topic[] =>
  topicNames.filter((one) => (one === topic ? on : list.includes(one)));

/** How whoever is signed in is told: by sort of message and channel, and once a day. */
export function ChannelPart({ area }: { area: Area }) {
  const { app } = sideOf(area);
  const queryKey = ['own channels', area];
  const own = useQuery({
    queryKey,
    queryFn: (context) => reading<OwnChannels>(`/${app}/message.channel/index`)(context),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  return own.data ? <ChannelForm key={own.dataUpdatedAt} area={area} own={own.data} /> : null;
}

function ChannelForm({ area, own }: { area: Area; own: OwnChannels }) {
  const say = useText();
  const id = useId();
  const client = useQueryClient();
  const { addresses, ...kept } = own;
  const [chosen, setChosen] = useState<Channels>(kept);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const choose = (change: Partial<Channels>) => setChosen({ ...chosen, ...change });
  const box = (topic: Topic, way: Way, label: typeof words.email, disabled: boolean) => {
    const on = chosen[way].includes(topic);
    return (
      <Checkbox
        aria-label={say(words.box, { topic: say(topics[topic]), way: say(label) })}
        checked={way === 'muted' ? !on : on}
        disabled={disabled}
        onChange={({ target }) =>
          choose({ [way]: toggled(chosen[way], topic, way === 'muted' ? !target.checked : target.checked) })
        }
      />
    );
  };
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    const { email, sms, muted, digest, digest_hour } = chosen;
    try {
      const body = { email, sms, muted, digest, digest_hour };
      await post(`/${sideOf(area).app}/message.channel/save`, body, {
        successMessage: true,
        quiet: true,
        area: sideOf(area).app,
      });
      await client.invalidateQueries({ queryKey: ['own channels', area] });
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (!isCancelled(error))
        setProblem(
          Object.values(error.errors ?? {})
            .flat()
            .join(' ') || error.message,
        );
    } finally {
      setBusy(false);
    }
  };
  const none = say(words.none);
  return (
    <section className="xj-profile-part xj-channels" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{say(words.title)}</h2>
      <p className="xj-profile-rule">{say(words.lead)}</p>
      <p className="xj-profile-rule">
        {say(words.addresses, { email: addresses.email ?? none, mobile: addresses.mobile ?? none })}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{say(words.topic)}</th>
            <th scope="col">{say(words.bell)}</th>
            <th scope="col">{say(words.email)}</th>
            <th scope="col">{say(words.sms)}</th>
          </tr>
        </thead>
        <tbody>
          {topicNames
            .filter((topic) => area === 'admin' || topic !== 'mention')
            .map((topic) => (
              <tr key={topic}>
                <th scope="row">{say(topics[topic])}</th>
                <td>{box(topic, 'muted', words.bell, !mutable.includes(topic))}</td>
                <td>{box(topic, 'email', words.email, addresses.email === null)}</td>
                <td>{box(topic, 'sms', words.sms, addresses.mobile === null)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <div className="xj-channels-digest">
        <Checkbox
          checked={chosen.digest}
          disabled={addresses.email === null}
          onChange={({ target }) => choose({ digest: target.checked })}
        >
          {say(words.digest)}
        </Checkbox>
        <Select<number>
          aria-label={say(words.hour)}
          value={chosen.digest_hour}
          disabled={!chosen.digest}
          options={hours}
          onChange={(digest_hour) => choose({ digest_hour })}
        />
      </div>
      <p className="xj-profile-rule">{say(words.digestText)}</p>
      {problem && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </div>
      )}
      <Button type="primary" loading={busy} onClick={() => void save()}>
        {say(words.save)}
      </Button>
    </section>
  );
}
