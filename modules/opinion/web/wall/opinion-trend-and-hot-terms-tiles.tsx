import { text } from '#kernel/text/text.ts';
import {
  itemsOfSentiment,
  itemsWithTerm,
  openAlertsOfLevel,
} from '#modules/opinion/contract/wall/list-filters-behind-opinion-wall-figures.ts';
import { opinionLevels, sentiments } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { useText } from '#web/i18n/locale.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';
import { opinionLevelOrder } from '../../contract/opinion-alert-verdicts-findings-and-levels.ts';
import { type OpinionWallPanel, opinionWallFeed } from '../../contract/opinion-wall-panels.ts';
import './opinion-tiles.css';

const texts = {
  days: text('近七日每天的信息，按倾向', 'Posts of the last seven days by sentiment'),
  day: text('{d}：正面 {pos}，中性 {neu}，负面 {neg}', '{d}: {pos} positive, {neu} neutral, {neg} negative'),
  none: text('近七日没有信息', 'No posts in the last seven days'),
  age: text('{n} 分钟前', '{n} min ago'),
  hours: text('{n} 小时前', '{n} h ago'),
};

const order = ['positive', 'neutral', 'negative'] as const;
const mostAlerts = 4;

/** What was published in seven days by sentiment, and the open alerts. */
export function OpinionTrendAndOpenAlertsTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const { openRows } = useWall();
  const panel = useFeedAnswer<OpinionWallPanel>(opinionWallFeed.name)?.answer;
  return (
    <Tile panel={tile}>
      {panel ? (
        <div className="wall-opinion">
          <dl>
            {order.map((one) => (
              <div key={one} data-sentiment={one}>
                <dt>{t(sentiments.options[one] ?? texts.none)}</dt>
                <dd>
                  <FigureButton rows={itemsOfSentiment(panel, one)} />
                </dd>
              </div>
            ))}
            {opinionLevelOrder.toReversed().map((level) => (
              <div key={level} data-level={level}>
                <dt>{t(opinionLevels.options[level] ?? texts.none)}</dt>
                <dd>
                  <FigureButton
                    rows={openAlertsOfLevel(panel, level, panel.levels.find(({ name }) => name === level)?.n ?? 0)}
                  />
                </dd>
              </div>
            ))}
          </dl>
          <Trend trend={panel.trend} />
          <ol>
            {panel.alerts.slice(0, mostAlerts).map(({ id, level, title, age_min: age }) => (
              <li key={id} data-level={level}>
                <button
                  type="button"
                  className="wall-link"
                  onClick={() => openRows({ ...openAlertsOfLevel(panel, level, 1), ids: [id] })}
                >
                  {title}
                </button>
                <small>{age < 120 ? t(texts.age, { n: age }) : t(texts.hours, { n: Math.floor(age / 60) })}</small>
              </li>
            ))}
          </ol>
        </div>
      ) : null}
    </Tile>
  );
}

/** A bar for each day, negative posts at its foot. */
function Trend({ trend }: Pick<OpinionWallPanel, 'trend'>) {
  const t = useText();
  const most = Math.max(1, ...trend.map(({ pos, neu, neg }) => pos + neu + neg));
  return (
    <ul className="wall-opinion-trend" aria-label={t(texts.days)}>
      {trend.map((day) => (
        <li key={day.d} title={t(texts.day, { ...day })}>
          <span className="xj-visually-hidden">{t(texts.day, { ...day })}</span>
          {(['pos', 'neu', 'neg'] as const).map((part) => (
            <i key={part} data-part={part} style={{ height: `${(day[part] / most) * 100}%` }} />
          ))}
          <small aria-hidden="true">{day.d.slice(8)}</small>
        </li>
      ))}
    </ul>
  );
}

/** Font sizes of the cloud in em, from the rarest word to the most frequent. */
const sizes = { least: 0.8, most: 2 } as const;

/** Words of the lexicon by the posts that contain them; the colour is their mean score. */
export function HotTermsTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const { openRows } = useWall();
  const panel = useFeedAnswer<OpinionWallPanel>(opinionWallFeed.name)?.answer;
  const most = Math.max(1, ...(panel?.words ?? []).map(({ n }) => n));
  return (
    <Tile panel={tile}>
      {panel ? (
        panel.words.length === 0 ? (
          <p className="wall-empty">{t(texts.none)}</p>
        ) : (
          <ul className="wall-opinion-terms">
            {panel.words.map((word) => (
              <li key={word.id}>
                <button
                  type="button"
                  className="wall-link"
                  data-tone={word.s <= -0.2 ? 'bad' : word.s >= 0.2 ? 'good' : undefined}
                  style={{ fontSize: `${sizes.least + (sizes.most - sizes.least) * Math.sqrt(word.n / most)}em` }}
                  onClick={() => openRows(itemsWithTerm(panel, word))}
                >
                  {word.w} <small>{word.n}</small>
                </button>
              </li>
            ))}
          </ul>
        )
      ) : null}
    </Tile>
  );
}
