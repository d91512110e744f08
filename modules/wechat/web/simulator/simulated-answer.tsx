import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { type KeywordMatch, keywordMatches } from '../../contract/automatic-reply-triggers-kinds-and-limits.ts';
import type { SimulatedReply } from '../../contract/simulator-actions-and-answer-types.ts';

const texts = {
  none: text('没有规则匹配，粉丝收不到回复', 'No reply matches: the follower is not answered'),
  rule: text('命中规则', 'Answered by'),
  keyword: text('{match}“{keyword}”', '{match}: “{keyword}”'),
  later: text('以客服消息稍后送达', 'Arrives a moment later, as a message of customer service'),
  took: text('{n} 毫秒', '{n} ms'),
  picture: text('〔素材图片〕', '[picture]'),
  transfer: text('〔转人工客服〕', '[passed to customer service]'),
};

interface Props {
  readonly answer: SimulatedReply;
  /** A choice of the reply was pressed: it is sent as a message. */
  onChoose(choice: string): void;
}

/** The reply that a follower gets, with the rule that chose it. */
export function SimulatedAnswer({ answer: { reply, rule, later, took }, onChoose }: Props) {
  const t = useText();
  if (!reply) return <p className="xj-wx-event">{t(texts.none)}</p>;
  return (
    <div className="xj-wx-answer">
      <div className="xj-wx-account">
        {reply.content !== null && <p>{reply.content}</p>}
        {reply.type === 'image' && <p>{t(texts.picture)}</p>}
        {reply.type === 'transfer' && <p>{t(texts.transfer)}</p>}
        {reply.cards.map(({ title, description, url }) => (
          <a key={url + title} href={url} target="_blank" rel="noreferrer" className="xj-wx-card">
            <strong>{title}</strong>
            <span>{description}</span>
          </a>
        ))}
        {reply.choices.map((choice) => (
          <button key={choice} type="button" className="xj-wx-choice" onClick={() => onChoose(choice)}>
            {choice}
          </button>
        ))}
      </div>
      {rule && (
        <p className="xj-wx-rule">
          {t(texts.rule)} <Link to={resourcePath({ name: 'wechat/reply' }, rule.id)}>{rule.name}</Link>
          {rule.keyword !== null &&
            ` · ${t(texts.keyword, { match: t(keywordMatches[(rule.match ?? 'exact') as KeywordMatch]), keyword: rule.keyword })}`}
          {` · ${t(texts.took, { n: took })}`}
          {later && ` · ${t(texts.later)}`}
        </p>
      )}
    </div>
  );
}
