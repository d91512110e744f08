import { type Text, text } from '#kernel/text/text.ts';

/** Those a person may choose between; `none`: the web part is not rebuilt from here. */
export const packageManagers = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni', 'none'] as const;
export type PackageManager = (typeof packageManagers)[number];
/** Those that are programs. */
export const programs = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni'] as const satisfies readonly PackageManager[];

/** A command as the screen offers it. Its name is a key of the server's list: nobody ever sends what is run. */
export interface OfferedCommand {
  readonly name: string;
  readonly label: Text;
  /** The package manager of choice is appended: `web-build.pnpm`. */
  readonly managed?: boolean;
  /** Asked before it starts. */
  readonly confirm?: Text;
  /** Tasks behind one that failed wait for it. */
  readonly blocks: boolean;
}

/** What the screen offers, in its order. */
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

/** What the server says of a run instead of a line of output (specification §7). */
export const signals = {
  linked: 'command-link-success',
  success: 'command-exec-success',
  error: 'command-exec-error',
  completed: 'command-exec-completed',
} as const;

/** One event of `GET /admin/Terminal/index`. */
export interface TerminalMessage {
  readonly data: string;
  readonly uuid: string;
  readonly extend: string;
  readonly key: string;
}

/** Answer of `GET /admin/terminal/state`. */
export interface TerminalState {
  /** Seconds for which a command may be started without proving again who one is. */
  confirmed: number;
  package_manager: PackageManager;
  port: number;
}

/** A run as it is kept. Times are unix seconds. */
export interface TerminalRun {
  id: number;
  command: string;
  username: string;
  status: 'running' | 'success' | 'failed' | 'stopped';
  exit_code: number | null;
  createtime: number;
  finishtime: number | null;
}
