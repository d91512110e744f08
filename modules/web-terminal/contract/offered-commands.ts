import { type Text, text } from '#kernel/text/text.ts';

/** Package managers a person may choose; `none`: the web part cannot be rebuilt from here. */
export const nodePackageManagers = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni', 'none'] as const;
export type NodePackageManager = (typeof nodePackageManagers)[number];
/** The ones that are programs. */
export const nodePackageManagerPrograms = [
  'npm',
  'cnpm',
  'pnpm',
  'yarn',
  'ni',
] as const satisfies readonly NodePackageManager[];

/** A command as the screen offers it. Its name is a key of the server's list: clients never send the command itself. */
export interface OfferedCommand {
  readonly name: string;
  readonly label: Text;
  /** The chosen package manager is appended to the name: `web-build.pnpm`. */
  readonly managed?: boolean;
  /** Question before it starts. */
  readonly confirm?: Text;
  /** Tasks after it wait if it fails. */
  readonly blocks: boolean;
}

/** The commands the screen offers, in order. */
export const offeredCommands: readonly OfferedCommand[] = [
  { name: 'version', label: text('查看版本', 'Show version'), managed: true, blocks: false },
  { name: 'version.node', label: text('Node.js 版本', 'Node.js version'), blocks: false },
  { name: 'ping.localhost', label: text('测试连通', 'Test connection'), blocks: false },
  { name: 'migrate', label: text('更新数据库结构', 'Update database schema'), blocks: true },
  { name: 'backup', label: text('立即备份', 'Back up now'), blocks: true },
  { name: 'restore-rehearsal', label: text('恢复演练', 'Rehearse restore'), blocks: true },
  { name: 'verify', label: text('核验文件与文书', 'Verify files and documents'), blocks: false },
  {
    name: 'bench',
    label: text('小型测速', 'Quick benchmark'),
    confirm: text(
      '测速会占用服务器一分钟左右，确定开始？',
      'The benchmark keeps the server busy for about a minute. Start?',
    ),
    blocks: false,
  },
  {
    name: 'web-build',
    label: text('重新构建网页', 'Rebuild web pages'),
    managed: true,
    confirm: text(
      '重新构建约需一分钟，完成后所有人刷新页面才能看到。确定开始？',
      'Rebuilding takes about a minute; everyone sees the result after reloading the page. Start?',
    ),
    blocks: true,
  },
];
