import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { useOfferedPaletteActions } from '#web/tab/command-palette-and-shortcut-action-registry.ts';
import { KeyboardShortcutRows } from '#web/tab/keyboard-shortcut-rows.tsx';
import { formatKeysForPlatform } from '#web/tab/run-offered-action-of-pressed-shortcut-keys.ts';
import { SideSheet } from '../../feedback/side-sheet.tsx';

const texts = {
  title: text('键盘操作', 'Keyboard shortcuts'),
  now: text('当前可用', 'Available now'),
  always: text('通用', 'General'),
  skip: text('跳到内容', 'Skip to content'),
  move: text('在菜单、页签和列表中移动', 'Move within menus, tabs and lists'),
  folders: text('展开、收起菜单目录', 'Expand or collapse menu folders'),
  tabMenu: text('打开页签菜单', 'Open tab menu'),
  closeTab: text('关闭所在页签', 'Close current tab'),
  leave: text('关闭弹层', 'Close dialog'),
  lists: text('列表', 'Lists'),
  search: text('搜索', 'Search'),
  filter: text('筛选：输入字段、取值或拼音首字母', 'Filter: type a field, a value or pinyin initials'),
  step: text('下一条、上一条', 'Next, previous record'),
  peek: text('在侧栏查看，再按一次收起', 'View in side panel; press again to close'),
  open: text('编辑，不能编辑时查看', 'Edit, or view if not editable'),
  record: text('办理所示记录，按按钮上的数字', 'Act on the displayed record, by the number on the button'),
  forms: text('表单', 'Forms'),
  save: text('保存', 'Save'),
  confirm: text('在办理对话框中确认', 'Confirm in the action dialog'),
};

const always = [
  ['Tab', texts.skip],
  ['↑ ↓ ← →', texts.move],
  ['→ ←', texts.folders],
  ['Shift+F10', texts.tabMenu],
  ['Delete', texts.closeTab],
  ['Esc', texts.leave],
] as const;

const lists = [
  ['/', texts.search],
  ['F', texts.filter],
  ['J K', texts.step],
  ['Space', texts.peek],
  ['Enter', texts.open],
  ['1 – 9', texts.record],
] as const;

const forms = [
  ['Ctrl+S', texts.save],
  ['Ctrl+Enter', texts.confirm],
] as const;

const groups = [
  [texts.lists, lists],
  [texts.forms, forms],
  [texts.always, always],
] as const;

/** `?`: the keys of this page, from the actions offered now. */
export function KeyboardShortcutsSideSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const offered = useOfferedPaletteActions().filter((one) => one.keys);
  return (
    <SideSheet open={open} onClose={onClose} title={t(texts.title)}>
      <h3 className="xj-keys-heading">{t(texts.now)}</h3>
      <dl className="xj-keys">
        <KeyboardShortcutRows actions={offered} />
      </dl>
      {groups.map(([title, keys]) => (
        <section key={title.en}>
          <h3 className="xj-keys-heading">{t(title)}</h3>
          <dl className="xj-keys">
            {keys.map(([key, label]) => (
              <div key={key}>
                <dt>
                  <kbd>{formatKeysForPlatform(key)}</kbd>
                </dt>
                <dd>{t(label)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </SideSheet>
  );
}
