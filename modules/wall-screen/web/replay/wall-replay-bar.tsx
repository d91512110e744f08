import { useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiDateOf, toTime } from '#kernel/time/shanghai-time.ts';
import { maxReplayDays } from '#modules/wall-screen/contract/max-replay-days.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { useText } from '#web/i18n/locale.ts';
import { DropdownMenu } from '#web/shell/menu/dropdown-menu.tsx';
import { formatWallTime } from '#web/wall/feed/format-wall-time.ts';
import { replaySpeeds, type WallReplay } from './use-wall-replay.ts';

const texts = {
  title: text('回放', 'Replay'),
  dayOf: text('日期：{day}', 'Day: {day}'),
  time: text('时刻', 'Time'),
  play: text('播放', 'Play'),
  pause: text('暂停', 'Pause'),
  speeds: text('速度', 'Speed'),
  speed: text('每秒 {n} 分钟', '{n} min per second'),
  live: text('回到实时', 'Back to live'),
  without: text(
    '此后被删除的企业、位置的变动、有过流转的期限不能回放；预警只显示现在的。',
    'Enterprises deleted since, changes of location and deadlines that have moved on cannot be replayed; alerts always show the present.',
  ),
};

/** Minutes between two positions of the slider. */
const step = 5;
/** Nothing is read while the slider is dragged; everything is read once it has rested for so many ms. */
const rest = 150;

const minuteOf = (at: number): number => {
  const [hours = 0, minutes = 0] = formatWallTime(at).split(':').map(Number);
  return hours * 60 + minutes;
};
const momentOf = (day: string, minute: number): number => toTime(day) / 1000 + minute * 60;

/** Slider over the day: dragged, stepped with arrow keys, played with Space; Escape returns to now. */
export function WallReplayBar({ replay, onClose }: { replay: WallReplay; onClose: () => void }) {
  const t = useText();
  const today = shanghaiDateOf(serverNow());
  const shown = replay.at ?? serverNow();
  const [dragged, setDragged] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const day = shanghaiDateOf(shown);
  // dates in the product's format: a native date input would use the browser's
  const days = Array.from({ length: maxReplayDays }, (_, back) => addDays(today, -back));
  const minute = dragged ?? minuteOf(shown);
  const drag = (to: number) => {
    setDragged(to);
    replay.play(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setDragged(undefined);
      replay.goTo(momentOf(day, to));
    }, rest);
  };
  const toggle = () => replay.play(!replay.playing);
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return (
    <section
      className="wall-mode"
      aria-label={t(texts.title)}
      onKeyDown={(event) => {
        if (event.key === ' ' && event.target instanceof HTMLInputElement) toggle();
        else if (event.key === 'Escape') onClose();
        else return;
        event.preventDefault();
      }}
    >
      <button type="button" className="wall-button" onClick={toggle}>
        {t(replay.playing ? texts.pause : texts.play)}
      </button>
      <div className="wall-day">
        <DropdownMenu
          label={t(texts.dayOf, { day })}
          button={day}
          className="wall-button"
          items={days.map((one) => ({
            key: one,
            label: one,
            checked: one === day,
            run: () => replay.goTo(momentOf(one, minute)),
          }))}
        />
      </div>
      <output>{clock}</output>
      <input
        type="range"
        aria-label={t(texts.time)}
        aria-valuetext={clock}
        min={0}
        max={24 * 60 - step}
        step={step}
        value={minute}
        onChange={(event) => drag(Number(event.target.value))}
      />
      <fieldset className="wall-speeds" aria-label={t(texts.speeds)}>
        {replaySpeeds.map((one) => (
          <button
            key={one}
            type="button"
            className="wall-button"
            aria-pressed={one === replay.speed}
            onClick={() => replay.setSpeed(one)}
          >
            {t(texts.speed, { n: one })}
          </button>
        ))}
      </fieldset>
      <button type="button" className="wall-button" onClick={onClose}>
        {t(texts.live)}
      </button>
      <small>{t(texts.without)}</small>
    </section>
  );
}
