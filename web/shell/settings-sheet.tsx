import { useId } from 'react';
import { text } from '#kernel/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { type LayoutConfig, type LayoutMode, type ThemeChoice, useLayout } from '#web/theme/layout-config.ts';
import { Sheet } from './sheet.tsx';

const words = {
  title: text('界面设置', 'Layout settings'),
  layout: text('布局', 'Layout'),
  Default: text('默认', 'Default'),
  DefaultHint: text('悬浮菜单，页签即页面', 'Floating menu, tabs on the paper'),
  Classic: text('经典', 'Classic'),
  ClassicHint: text('通栏菜单，平直页眉', 'Full-height menu, flat header'),
  theme: text('外观', 'Appearance'),
  system: text('跟随系统', 'As the system'),
  light: text('浅色', 'Light'),
  dark: text('深色', 'Dark'),
  menu: text('菜单', 'Menu'),
  menuCollapse: text('窄菜单，只显示图标', 'Narrow menu, icons only'),
  shrink: text('隐藏菜单', 'Hide the menu'),
  menuAccordion: text('只展开一个菜单目录', 'One folder open at a time'),
  motion: text('动效', 'Motion'),
  calm: text('减少动效', 'Less motion'),
  restore: text('恢复默认', 'Restore defaults'),
};

const modes = ['Default', 'Classic'] as const satisfies readonly LayoutMode[];
const themes = ['system', 'light', 'dark'] as const satisfies readonly ThemeChoice[];
type Switch = 'menuCollapse' | 'shrink' | 'menuAccordion' | 'calm';

/** A sketch of a layout: where the menu and the header stand. */
function Sketch({ mode }: { mode: LayoutMode }) {
  const floating = mode === 'Default';
  return (
    <svg viewBox="0 0 120 72" aria-hidden="true">
      <rect width="120" height="72" rx="4" fill="var(--xj-paper)" />
      {floating ? (
        <>
          <rect x="6" y="6" width="26" height="60" rx="3" fill="var(--xj-celadon)" />
          <rect x="38" y="16" width="76" height="50" rx="3" fill="var(--xj-paper-raised)" stroke="var(--xj-line)" />
          <rect x="38" y="6" width="22" height="10" rx="2" fill="var(--xj-paper-raised)" stroke="var(--xj-line)" />
          <rect x="62" y="8" width="18" height="6" rx="2" fill="var(--xj-line)" />
        </>
      ) : (
        <>
          <rect width="28" height="72" rx="3" fill="var(--xj-celadon)" />
          <rect x="28" width="92" height="13" fill="var(--xj-paper-raised)" stroke="var(--xj-line)" />
          <rect x="34" y="20" width="80" height="46" rx="2" fill="var(--xj-paper-raised)" stroke="var(--xj-line)" />
        </>
      )}
    </svg>
  );
}

/** Layout, appearance, menu: kept in this browser. */
export function SettingsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useText();
  const config = useLayout();
  const name = useId();
  const toggle = (key: Switch) => (
    <label className="xj-setting" key={key}>
      <span>{say(words[key])}</span>
      <input
        type="checkbox"
        className="xj-switch"
        checked={config[key]}
        onChange={(event) => config.change({ [key]: event.target.checked } as Partial<LayoutConfig>)}
      />
    </label>
  );
  return (
    <Sheet open={open} onClose={onClose} title={say(words.title)}>
      <div className="xj-settings">
        <fieldset>
          <legend>{say(words.layout)}</legend>
          <div className="xj-cards">
            {modes.map((mode) => (
              <label key={mode} className="xj-card-choice">
                <input
                  type="radio"
                  name={`${name}-layout`}
                  checked={config.layoutMode === mode}
                  onChange={() => config.change({ layoutMode: mode })}
                />
                <Sketch mode={mode} />
                <strong>{say(words[mode])}</strong>
                <small>{say(words[`${mode}Hint`])}</small>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>{say(words.theme)}</legend>
          <div className="xj-segments">
            {themes.map((theme) => (
              <label key={theme}>
                <input
                  type="radio"
                  name={`${name}-theme`}
                  checked={config.theme === theme}
                  onChange={() => config.change({ theme })}
                />
                <span>{say(words[theme])}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>{say(words.menu)}</legend>
          {(['menuCollapse', 'shrink', 'menuAccordion'] as const).map(toggle)}
        </fieldset>
        <fieldset>
          <legend>{say(words.motion)}</legend>
          {toggle('calm')}
        </fieldset>
        <button type="button" className="xj-button" onClick={config.restore}>
          {say(words.restore)}
        </button>
      </div>
    </Sheet>
  );
}
