import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { enumOf, integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { packageManagers } from '../contract/offered-commands.ts';

const run = {
  id: key,
  command: string,
  username: string,
  status: enumOf('running', 'success', 'failed', 'stopped'),
  exit_code: integer,
  createtime: integer,
  finishtime: integer,
};

/** API descriptions of the terminal calls. */
export const terminalApiCallDescriptions: CallDescriptions = {
  'admin/terminal/index': {
    summary: text(
      '执行一条允许的命令，以服务器事件流返回输出（仅超级管理员，须在十分钟内验证过密码）',
      'Run a permitted command and stream its output (super administrators only, password verified within ten minutes)',
    ),
    query: {
      command: field.text(text('命令', 'Command'), { required: true, max: 60 }),
      uuid: field.text(text('任务编号', 'ID of the task'), { max: 64 }),
      extend: field.text(text('附加信息', 'Additional information'), { max: 200 }),
      batoken: field.text(text('令牌', 'Token'), { max: 100 }),
      ansi: field.switch(text('保留颜色', 'Keep colours')),
    },
    raw: 'text/event-stream',
  },
  'admin/terminal/state': {
    summary: text('终端的设置与验证状态', 'Terminal settings and verification status'),
    data: object({ confirmed: integer, package_manager: enumOf(...packageManagers), port: integer }),
  },
  'admin/terminal/runs': {
    summary: text('最近执行的命令', 'Recently run commands'),
    data: object({ list: list(object(run)) }),
  },
  'admin/terminal/output': {
    summary: text('一次执行的输出', 'Output of a run'),
    query: { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) },
    data: object({ run: object({ ...run, output: string }) }),
  },
};
