import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { RemotePairingDialog } from '../remote/remote-pairing-dialog.tsx';
import { EditScenesDialog } from './edit-scenes-dialog.tsx';
import type { PresentationScene } from './presentation-scenes-of-user.ts';
import type { ScenePresenter } from './use-scene-presenter.ts';

const texts = {
  title: text('演示', 'Presentation'),
  place: text('{at} / {n}', '{at} / {n}'),
  previous: text('上一个', 'Previous'),
  next: text('下一个', 'Next'),
  play: text('自动播放', 'Play'),
  pause: text('暂停', 'Pause'),
  scenes: text('编辑场景', 'Edit scenes'),
  remote: text('手机遥控', 'Phone remote'),
  leave: text('退出演示', 'Exit presentation'),
};

interface PresenterBarProps {
  presenter: ScenePresenter;
  /** The current view as a scene. */
  current: () => Pick<PresentationScene, 'area' | 'board' | 'tile' | 'name'>;
  tiles: readonly { name: string; label: string }[];
  onClose: () => void;
}

/** The current scene with buttons to change it. Its notes are for the presenter: only their phone shows them. */
export function PresentationControlBar({ presenter, current, tiles, onClose }: PresenterBarProps) {
  const t = useText();
  const { scenes, own, at, playing, turn, play, remote } = presenter;
  const [open, setOpen] = useState<'scenes' | 'remote'>();
  const scene = scenes[at];
  const mine = at < own.length;
  const alone = (mine ? own.length : scenes.length - own.length) < 2;
  return (
    <section className="wall-mode" aria-label={t(texts.title)}>
      <p className="wall-note" aria-live="polite">
        <strong>
          {t(texts.place, {
            at: mine ? at + 1 : at - own.length + 1,
            n: mine ? own.length : scenes.length - own.length,
          })}{' '}
          {scene?.name}
        </strong>
      </p>
      <button type="button" className="wall-button" disabled={alone} onClick={() => turn(-1)}>
        {t(texts.previous)}
      </button>
      <button
        type="button"
        className="wall-button"
        aria-pressed={playing}
        disabled={alone}
        onClick={() => play(!playing)}
      >
        {t(playing ? texts.pause : texts.play)}
      </button>
      <button type="button" className="wall-button" disabled={alone} onClick={() => turn(1)}>
        {t(texts.next)}
      </button>
      <button type="button" className="wall-button" onClick={() => setOpen('scenes')}>
        {t(texts.scenes)}
      </button>
      <button type="button" className="wall-button" onClick={() => setOpen('remote')}>
        {t(texts.remote)}
      </button>
      <button type="button" className="wall-button" onClick={onClose}>
        {t(texts.leave)}
      </button>
      {open === 'scenes' && (
        <EditScenesDialog presenter={presenter} current={current} tiles={tiles} onClose={() => setOpen(undefined)} />
      )}
      {open === 'remote' && <RemotePairingDialog remote={remote} onClose={() => setOpen(undefined)} />}
    </section>
  );
}
