import { type Text, text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RiskNoticeInForce } from '../../contract/risk-notices-answer-types-and-path-of-public-page.ts';
import './risk-notice-level-mark.css';

const levels: Readonly<Record<RiskNoticeInForce['level'], Text>> = {
  red: text('红色', 'Red'),
  orange: text('橙色', 'Orange'),
  yellow: text('黄色', 'Yellow'),
  blue: text('蓝色', 'Blue'),
};

/** Number of bars: they and the name show the level, not colour alone. */
const bars: Readonly<Record<RiskNoticeInForce['level'], number>> = { red: 4, orange: 3, yellow: 2, blue: 1 };

/** Level of a risk notice: colour, bars and name. */
export function RiskNoticeLevelMark({ level }: { readonly level: RiskNoticeInForce['level'] }) {
  const t = useText();
  return (
    <span className="xj-notice-level" data-level={level}>
      <svg viewBox="0 0 16 12" width="16" height="12" aria-hidden="true" focusable="false">
        {[0, 1, 2, 3].map((at) => (
          <rect
            key={at}
            x={at * 4}
            y={9 - at * 3}
            width="3"
            height={3 + at * 3}
            opacity={at < bars[level] ? 1 : 0.25}
          />
        ))}
      </svg>
      {t(levels[level])}
    </span>
  );
}
