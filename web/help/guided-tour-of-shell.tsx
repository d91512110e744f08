import { Tour } from 'antd';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';

const steps = [
  {
    at: '.xj-aside, .xj-top, .xj-header .xj-tool',
    title: text('菜单', 'Menu'),
    content: text(
      '您有权限的业务都在这里。Alt+M 收起或展开。',
      'Everything you have permission for is here. Alt+M collapses or expands it.',
    ),
  },
  {
    at: '.xj-search',
    title: text('找人、找企业、办事', 'Find people, enterprises and actions'),
    content: text(
      'Ctrl+K 打开命令面板：前往页面、查找记录、执行当前能做的操作。',
      'Ctrl+K opens the command palette: go to pages, find records, run available actions.',
    ),
  },
  {
    at: '.xj-tabs',
    title: text('页签', 'Tabs'),
    content: text(
      '打开过的页面保持原样，随时切回；Alt+W 关闭。',
      'Pages you opened stay as they are; switch back any time. Alt+W closes one.',
    ),
  },
  {
    at: '.xj-todo, .xj-todo-none, #xj-main:not(:has(.xj-todo, .xj-todo-none))',
    title: text('待办', 'To-dos'),
    content: text(
      '每个数字点开就是那些记录，办完一条接着下一条。',
      'Click a number to see its records; after handling one the next follows.',
    ),
  },
  {
    at: '.xj-account',
    title: text('账号与帮助', 'Account and help'),
    content: text(
      '密码、我的登录、更新说明都在这里。任何页面按 F1 看本页帮助。',
      'Password, sessions and release notes are here. Press F1 on any page for its help.',
    ),
  },
] as const;

const find = (selector: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility()) ?? document.body;

/**
 * Placement of the text: a target as high as the window has no room above or below, so the text stands next to a
 * column, and in the middle of anything wider.
 */
function placeAt(target: HTMLElement): 'bottom' | 'rightTop' | 'center' {
  const { width, height } = target.getBoundingClientRect();
  if (height < window.innerHeight * 0.6) return 'bottom';
  return width < window.innerWidth / 2 ? 'rightTop' : 'center';
}

/** Guided tour of the shell in five steps. */
export default function GuidedTourOfShell({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <Tour
      open
      onClose={onClose}
      onFinish={onClose}
      steps={steps.map(({ at, title, content }) => ({
        title: t(title),
        description: t(content),
        target: () => find(at),
        placement: placeAt(find(at)),
      }))}
    />
  );
}
