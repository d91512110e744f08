import { Select } from 'antd';
import { lazy, Suspense, useId } from 'react';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import {
  defaultLayout,
  type LayoutConfig,
  layoutModes,
  layoutOfArea,
  menuWidths,
  pageAnimations,
  themeChoices,
} from '#web/theme/layout/layout-configuration.ts';
import { type LayoutStore, useAreaLayout } from '#web/theme/layout/layout-store.ts';
import { SideSheet } from '../../feedback/side-sheet.tsx';
import { LayoutSketch } from './layout-sketch.tsx';
import { MenuAndHeaderColourSettings } from './menu-and-header-colour-settings.tsx';

const IconInput = lazy(() => import('#web/input/control/icon-input.tsx'));

const texts = {
  title: text('界面设置', 'Layout settings'),
  layout: text('布局', 'Layout'),
  Default: text('默认', 'Default'),
  DefaultHint: text('悬浮菜单，页签即页面', 'Floating menu, tabs as pages'),
  Classic: text('经典', 'Classic'),
  ClassicHint: text('通栏菜单，平直页眉', 'Full-height menu, flat header'),
  Streamline: text('单栏', 'Single bar'),
  StreamlineHint: text('菜单全部在顶部', 'All menus at the top'),
  Double: text('双栏', 'Double bar'),
  DoubleHint: text('一级在顶部，二级在侧边', 'First level at the top, second at the side'),
  narrow: text(
    '窗口窄于 1024 像素时使用抽屉菜单，变宽后恢复。',
    'Windows narrower than 1024 px use a drawer menu; the layout is restored when widened.',
  ),
  theme: text('外观', 'Appearance'),
  system: text('跟随系统', 'Follow system'),
  light: text('浅色', 'Light'),
  dark: text('深色', 'Dark'),
  menu: text('菜单', 'Menu'),
  menuCollapse: text('窄菜单，只显示图标', 'Narrow menu, icons only'),
  shrink: text('隐藏菜单', 'Hide menu'),
  menuAccordion: text('只展开一个菜单目录', 'Expand only one menu folder'),
  menuShowTopBar: text('菜单上方显示标志', 'Show logo above menu'),
  menuWidth: text('菜单宽度', 'Menu width'),
  px: text('{n} 像素', '{n} px'),
  menuIcon: text('默认菜单图标', 'Default menu icon'),
  motion: text('动效', 'Motion'),
  calm: text('减少动效', 'Reduce motion'),
  animation: text('页面切换', 'Page transition'),
  none: text('无', 'None'),
  fade: text('淡入', 'Fade in'),
  'slide-left': text('从右滑入', 'Slide in from right'),
  'slide-right': text('从左滑入', 'Slide in from left'),
  'zoom-in-center': text('从中间放大', 'Zoom in from centre'),
  'zoom-in-top': text('从上方放大', 'Zoom in from top'),
  'zoom-in-bottom': text('从下方放大', 'Zoom in from bottom'),
  restore: text('恢复默认', 'Restore defaults'),
};

type Switch = 'menuCollapse' | 'shrink' | 'menuAccordion' | 'menuShowTopBar' | 'calm';

const iconField = field.icon(texts.menuIcon);

interface SettingsProps {
  config: LayoutStore;
  /** Prefix of the ids and names of its inputs. */
  name: string;
}

function SettingSwitch({ setting, config }: { setting: Switch; config: LayoutStore }) {
  const t = useText();
  return (
    <label className="xj-setting">
      <span>{t(texts[setting])}</span>
      <input
        type="checkbox"
        className="xj-switch"
        checked={config[setting]}
        onChange={(event) => config.change({ [setting]: event.target.checked } as Partial<LayoutConfig>)}
      />
    </label>
  );
}

/** Position of the menu, and light or dark theme. */
function LayoutSettings({ config, name }: SettingsProps) {
  const t = useText();
  return (
    <>
      <fieldset>
        <legend>{t(texts.layout)}</legend>
        <div className="xj-cards">
          {layoutModes.map((mode) => (
            <label key={mode} className="xj-card-choice">
              <input
                type="radio"
                name={`${name}-layout`}
                checked={config.layoutMode === mode}
                onChange={() => config.change({ layoutMode: mode })}
              />
              <LayoutSketch mode={mode} />
              <strong>{t(texts[mode])}</strong>
              <small>{t(texts[`${mode}Hint`])}</small>
            </label>
          ))}
        </div>
        <p className="xj-setting-note">{t(texts.narrow)}</p>
      </fieldset>
      <fieldset>
        <legend>{t(texts.theme)}</legend>
        <div className="xj-segments">
          {themeChoices.map((theme) => (
            <label key={theme}>
              <input
                type="radio"
                name={`${name}-theme`}
                checked={config.theme === theme}
                onChange={() => config.change({ theme })}
              />
              <span>{t(texts[theme])}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

function MenuSettings({ config, name }: SettingsProps) {
  const t = useText();
  return (
    <fieldset>
      <legend>{t(texts.menu)}</legend>
      {(['menuCollapse', 'shrink', 'menuAccordion', 'menuShowTopBar'] as const).map((one) => (
        <SettingSwitch key={one} setting={one} config={config} />
      ))}
      <label className="xj-setting">
        <span>{t(texts.menuWidth)}</span>
        <output>{t(texts.px, { n: config.menuWidth })}</output>
        <input
          type="range"
          min={menuWidths.least}
          max={menuWidths.most}
          step={10}
          value={config.menuWidth}
          onChange={(event) => config.change({ menuWidth: Number(event.target.value) })}
        />
      </label>
      <div className="xj-setting">
        <label htmlFor={`${name}-icon`}>{t(texts.menuIcon)}</label>
        <Suspense fallback={null}>
          <IconInput
            id={`${name}-icon`}
            name="menuDefaultIcon"
            field={iconField}
            value={config.menuDefaultIcon}
            onChange={(icon) => config.change({ menuDefaultIcon: typeof icon === 'string' ? icon : '' })}
          />
        </Suspense>
      </div>
    </fieldset>
  );
}

function MotionSettings({ config, name }: SettingsProps) {
  const t = useText();
  return (
    <fieldset>
      <legend>{t(texts.motion)}</legend>
      <label className="xj-setting" htmlFor={`${name}-animation`}>
        <span>{t(texts.animation)}</span>
        <Select
          id={`${name}-animation`}
          value={config.mainAnimation}
          options={pageAnimations.map((value) => ({ value, label: t(texts[value]) }))}
          onChange={(mainAnimation) => config.change({ mainAnimation })}
          popupMatchSelectWidth={false}
        />
      </label>
      <SettingSwitch setting="calm" config={config} />
    </fieldset>
  );
}

/** Layout, theme, colours, menu: stored in this browser. */
export function LayoutAndThemeSettingsSideSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const area = currentArea();
  const config = useAreaLayout(area);
  const name = useId();
  return (
    <SideSheet open={open} onClose={onClose} title={t(texts.title)}>
      {open && (
        <div className="xj-settings">
          <LayoutSettings config={config} name={name} />
          <MenuAndHeaderColourSettings />
          <MenuSettings config={config} name={name} />
          <MotionSettings config={config} name={name} />
          <button type="button" className="xj-button" onClick={() => config.change(layoutOfArea(defaultLayout, area))}>
            {t(texts.restore)}
          </button>
        </div>
      )}
    </SideSheet>
  );
}
