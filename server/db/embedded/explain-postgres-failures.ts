import path from 'node:path';
import { StartupError } from '#server/startup-error.ts';

/** One sentence for a failed system call on the data folder. */
export function explainFolderFailure(folder: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof StartupError) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFullError(folder);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return notWritable(folder, error);
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartupError(
      {
        'zh-cn': `数据目录 ${folder} 的路径上有一个同名文件，请用 DATA_DIR 指定别的目录。`,
        en: `There is a file where the data folder ${folder} should be; set DATA_DIR to another folder.`,
      },
      { cause: error },
    );
  }
  return error;
}

/** One sentence for the output of a failed initdb or postgres. */
export function explainServerFailure(folder: string, output: string, program: string): StartupError {
  if (/No space left on device|disk quota exceeded/i.test(output)) return diskFullError(folder);
  if (/Permission denied|Read-only file system/i.test(output)) return notWritable(folder, new Error(output));
  const lines = output.split('\n');
  const decisive = lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '';
  const reason = decisive.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '').replace(/[.\s]+$/, '');
  return new StartupError(
    {
      'zh-cn': `内置数据库（${program}）未能启动：${reason}，详见 ${path.join(folder, 'postgres.log')}。`,
      en: `The embedded database (${program}) did not start: ${reason}; see ${path.join(folder, 'postgres.log')}.`,
    },
    { cause: new Error(output) },
  );
}

/** The error after repeated crashes, with the reason from the log if it is known. */
export function crashedTooOftenError(logFile: string, failure: unknown): StartupError {
  const why = failure instanceof StartupError ? failure.text : undefined;
  return new StartupError(
    {
      'zh-cn': `内置数据库一分钟内三次意外终止，行鉴已停止运行。${why?.['zh-cn'] ?? `原因见 ${logFile}。`}`,
      en: `The embedded database ended three times within a minute, so Xingjian has stopped. ${why?.en ?? `See ${logFile} for the reason.`}`,
    },
    { cause: failure },
  );
}

export function diskFullError(folder: string, left = '0 MB'): StartupError {
  return new StartupError({
    'zh-cn': `磁盘空间不足：数据目录 ${folder} 所在磁盘只剩 ${left}，请清理磁盘或用 DATA_DIR 指定别的磁盘。`,
    en: `The disk is full: ${left} left on the disk of the data folder ${folder}; free some space or set DATA_DIR to another disk.`,
  });
}

function notWritable(folder: string, cause: unknown): StartupError {
  return new StartupError(
    {
      'zh-cn': `数据目录 ${folder} 不可写（只读，或属于其他账户），请修正权限或用 DATA_DIR 指定别的目录。`,
      en: `The data folder ${folder} cannot be written (read-only, or another account's); correct that or set DATA_DIR to another folder.`,
    },
    { cause },
  );
}

export function folderOutOfReachError(folder: string): StartupError {
  return new StartupError({
    'zh-cn': `运行数据库的账户无法进入 ${folder} 的上级目录，请用 DATA_DIR 指定它能进入的目录。`,
    en: `The account that runs the database cannot enter the folders above ${folder}; set DATA_DIR to one it can.`,
  });
}
