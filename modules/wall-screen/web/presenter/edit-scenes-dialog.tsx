import { useEffect, useId, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { DropdownMenu } from '#web/shell/menu/dropdown-menu.tsx';
import { maxScenes, type PresentationScene, sceneSeconds } from './presentation-scenes-of-user.ts';
import type { ScenePresenter } from './use-scene-presenter.ts';

const texts = {
  title: text('场景', 'Scenes'),
  add: text('把当前画面加为场景', 'Add current view as a scene'),
  name: text('名称', 'Name'),
  note: text('讲解词', "Presenter's notes"),
  seconds: text('停留（秒）', 'Duration (s)'),
  tile: text('画面', 'View'),
  tileOf: text('场景 {n} 的画面', 'What scene {n} shows'),
  whole: text('整面大屏', 'Whole wall screen'),
  up: text('上移', 'Move up'),
  remove: text('删除', 'Remove'),
  close: text('完成', 'Done'),
  scene: text('场景 {n}', 'Scene {n}'),
};

interface SceneDialogProps {
  presenter: ScenePresenter;
  current: () => Pick<PresentationScene, 'area' | 'board' | 'tile' | 'name'>;
  tiles: readonly { name: string; label: string }[];
  onClose: () => void;
}

interface SceneFieldsProps {
  scene: PresentationScene;
  /** Its index among the scenes. */
  at: number;
  tiles: SceneDialogProps['tiles'];
  onChange: (part: Partial<PresentationScene>) => void;
  onUp: () => void;
  onRemove: () => void;
}

function SceneFields({ scene, at, tiles, onChange, onUp, onRemove }: SceneFieldsProps) {
  const t = useText();
  return (
    <fieldset>
      <legend>{t(texts.scene, { n: at + 1 })}</legend>
      <label>
        {t(texts.name)}
        <input maxLength={60} value={scene.name} onChange={(event) => onChange({ name: event.target.value })} />
      </label>
      <div className="wall-choice">
        <span>{t(texts.tile)}</span>
        <DropdownMenu
          label={t(texts.tileOf, { n: at + 1 })}
          button={tiles.find((one) => one.name === scene.tile)?.label ?? t(texts.whole)}
          className="wall-button"
          items={tiles.map((one) => ({
            key: one.name || 'whole',
            label: one.label,
            checked: one.name === scene.tile,
            run: () => onChange({ tile: one.name }),
          }))}
        />
      </div>
      <label>
        {t(texts.seconds)}
        <input
          type="number"
          min={sceneSeconds.least}
          max={sceneSeconds.most}
          value={scene.seconds}
          onChange={(event) => onChange({ seconds: Number(event.target.value) })}
        />
      </label>
      <label>
        {t(texts.note)}
        <textarea
          maxLength={500}
          rows={2}
          value={scene.note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </label>
      <footer>
        <button type="button" className="wall-button" disabled={at === 0} onClick={onUp}>
          {t(texts.up)}
        </button>
        <button type="button" className="wall-button" onClick={onRemove}>
          {t(texts.remove)}
        </button>
      </footer>
    </fieldset>
  );
}

/** Edits the scenes in their order. Text is saved when its field loses focus, and when the dialog closes in any way. */
export function EditScenesDialog({ presenter, current, tiles, onClose }: SceneDialogProps) {
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [scenes, setScenes] = useState<readonly PresentationScene[]>(presenter.own);
  useEffect(() => dialog.current?.showModal(), []);
  const shown = [{ name: '', label: t(texts.whole) }, ...tiles];
  const saveScenes = (next: readonly PresentationScene[]) => {
    setScenes(next);
    presenter.save(next);
  };
  const change = (at: number, part: Partial<PresentationScene>) =>
    setScenes((before) => before.map((one, place) => (place === at ? { ...one, ...part } : one)));
  return (
    <dialog
      ref={dialog}
      className="wall-dialog wall-scenes"
      aria-labelledby={id}
      onBlur={() => presenter.save(scenes)}
      onClose={() => {
        presenter.save(scenes);
        onClose();
      }}
    >
      <h2 id={id}>{t(texts.title)}</h2>
      <ol>
        {scenes.map((scene, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: scenes are identified by their position
          <li key={at}>
            <SceneFields
              scene={scene}
              at={at}
              tiles={shown}
              onChange={(part) => change(at, part)}
              onUp={() => saveScenes(scenes.toSpliced(at - 1, 2, scene, scenes[at - 1] ?? scene))}
              onRemove={() => saveScenes(scenes.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <footer>
        <button
          type="button"
          className="wall-button"
          disabled={scenes.length >= maxScenes}
          onClick={() => saveScenes([...scenes, { ...current(), note: '', seconds: sceneSeconds.usual }])}
        >
          {t(texts.add)}
        </button>
        <button type="button" className="wall-button" data-primary="" onClick={() => dialog.current?.close()}>
          {t(texts.close)}
        </button>
      </footer>
    </dialog>
  );
}
