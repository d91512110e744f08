import type { EventEmitter } from 'node:events';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { confirmationSecondsLeft } from '#server/auth/identity-confirmation-for-sensitive-actions.ts';
import { type Call, type Controller, responseSent } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { forbidden, notFound } from '#server/refusal.ts';
import {
  commandRunSignals,
  type TerminalMessage,
  type TerminalState,
} from '../contract/command-run-signals-output-events-and-terminal-state-types.ts';
import { nodePackageManagers } from '../contract/offered-commands.ts';
import { terminalSettings } from '../contract/terminal-settings.ts';
import { type AllowedCommand, findAllowedCommand, shownCommand } from './allowed-commands.ts';
import { runProgram } from './run-program-with-streamed-output.ts';
import {
  listCommandRuns,
  readCommandRun,
  runCommandAlone,
  StoredCommandOutput,
  storeCommandRunResult,
} from './stored-command-runs.ts';

const texts = {
  title: text('终端-执行命令', 'Run a command in the terminal'),
  notAllowed: text('错误：该命令不允许执行', 'Error: The command was not allowed to be executed'),
  login: text('错误：请先登录', 'Error: Please login first'),
  superOnly: text('错误：仅超级管理员可以使用终端', 'Error: The terminal is for super administrators only'),
  confirm: text('错误：请先验证密码', 'Error: Please confirm your password first'),
  running: text('该命令正在另一处执行', 'This command is running elsewhere'),
  failed: text('执行未能完成', 'The command could not be completed'),
} as const satisfies Record<string, Text>;

/** Milliseconds between pings that keep proxies from closing the stream of a silent command. */
const ping = 15_000;
/** Maximum lengths of a caller's parameters. */
const longest = { uuid: 64, extend: 200, command: 60 };

const word = (value: unknown, most: number) => (typeof value === 'string' ? value.slice(0, most) : '');
/** Colour and other terminal escape sequences. */
const ansi = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

const runSchema = {
  id: key,
  command: string,
  username: string,
  status: enumOf('running', 'success', 'failed', 'stopped'),
  exit_code: orNull(integer),
  createtime: integer,
  finishtime: orNull(integer),
};
/** Parameters of the stream, cut to their lengths instead of refused (wire contract §4). */
const streamInput = {
  command: field.text(text('命令', 'Command'), { required: true, max: 60 }),
  uuid: field.text(text('任务编号', 'ID of the task'), { max: 64 }),
  extend: field.text(text('附加信息', 'Additional information'), { max: 200 }),
  batoken: field.text(text('令牌', 'Token'), { max: 100 }),
  ansi: field.switch(text('保留颜色', 'Keep colours')),
};

/** `/admin/Terminal/*`: super administrators run commands of a fixed list on the server. */
export function runAllowedCommandsController({ engine }: Platform): Controller {
  const superOnly = ({ caller }: Call) => {
    if (!caller.super) throw forbidden();
  };
  return {
    app: 'admin',
    name: 'terminal',
    actions: {
      // the caller is checked after the parameters, in the order of the wire contract §4
      index: call({
        gate: 'none',
        title: texts.title,
        logged: true,
        limit: { perMinute: 60 },
        summary: text(
          '执行一条允许的命令，以服务器事件流返回输出（仅超级管理员，须在十分钟内验证过密码）',
          'Run a permitted command and stream its output (super administrators only, password verified within ten minutes)',
        ),
        checkedInRun: streamInput,
        raw: 'text/event-stream',
        run: openRun,
      }),
      state: call({
        gate: 'login',
        summary: text('终端的设置与验证状态', 'Terminal settings and verification status'),
        answer: object({ confirmed: integer, package_manager: enumOf(...nodePackageManagers), port: integer }),
        async run(made): Promise<TerminalState> {
          superOnly(made);
          const { package_manager, port } = engine.settings(terminalSettings);
          return {
            confirmed: await confirmationSecondsLeft(engine.db, made.caller.sessionId),
            package_manager: package_manager as TerminalState['package_manager'],
            port: port ?? 8000,
          };
        },
      }),
      runs: call({
        gate: 'login',
        summary: text('最近执行的命令', 'Recently run commands'),
        answer: object({ list: list(object(runSchema)) }),
        async run(made) {
          superOnly(made);
          return { list: await listCommandRuns(engine.db) };
        },
      }),
      output: call({
        gate: 'login',
        summary: text('一次执行的输出', 'Output of a run'),
        input: { id: rowKeyInput(text('编号', 'ID')) },
        answer: object({ run: object({ ...runSchema, output: string }) }),
        async run(made) {
          superOnly(made);
          const run = await readCommandRun(engine.db, made.input.id);
          if (!run) throw notFound();
          return { run };
        },
      }),
    },
  };
}

/** Why a command may not be started; undefined: it may. */
async function objection({ engine, caller }: Call, command: AllowedCommand | undefined): Promise<Text | undefined> {
  if (!command) return texts.notAllowed;
  if (caller.type !== 'admin') return texts.login;
  if (!caller.super) return texts.superOnly;
  return (await confirmationSecondsLeft(engine.db, caller.sessionId)) > 0 ? undefined : texts.confirm;
}

/** Opens a stream of server-sent events on which one command runs; it ends with the command. */
async function openRun(call: Call): Promise<typeof responseSent> {
  const { caller, request, reply, query } = call;
  const key = word(query.command, longest.command);
  const command = findAllowedCommand(key);
  const refusal = await objection(call, command);
  const raw = reply.raw;
  reply.hijack();
  if (raw.destroyed || request.raw.socket.destroyed) return responseSent;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  // a browser that lost the connection repeats the request by itself; the command is not run again
  if (request.headers['last-event-id'] !== undefined) {
    raw.writeHead(204).end();
    return responseSent;
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  });
  const identity = { uuid: word(query.uuid, longest.uuid), extend: word(query.extend, longest.extend), key };
  let place = 0;
  const write = (written: string) => {
    if (!raw.destroyed && !raw.writableEnded) raw.write(written);
  };
  const send = (data: string) => {
    place += 1;
    write(`id: ${place}\ndata: ${JSON.stringify({ data, ...identity } satisfies TerminalMessage)}\n\n`);
  };
  if (refusal || !command) {
    send((refusal ?? texts.notAllowed)[caller.locale]);
    send(commandRunSignals.error);
    raw.end();
    return responseSent;
  }
  const gone = new AbortController();
  const timer = setInterval(() => write(': ping\n\n'), ping).unref();
  raw.on('close', () => {
    clearInterval(timer);
    gone.abort();
  });
  // backpressure: a command with more output than its reader takes waits
  const room = () => (raw.writableNeedDrain && !raw.destroyed ? whenEither(raw, 'drain', 'close') : undefined);
  void follow(call, command, { key, send, room, gone: gone.signal, colour: query.ansi === '1' }).finally(() => {
    clearInterval(timer);
    raw.end();
  });
  return responseSent;
}

interface Following {
  key: string;
  send: (data: string) => void;
  room: () => Promise<unknown> | undefined;
  /** Aborted when the client disconnects: then the command ends too. */
  gone: AbortSignal;
  colour: boolean;
}

/**
 * Runs a command and sends its signals and output (wire contract §4: link, command, output, exit code, verdict,
 * completed).
 */
async function follow({ engine, caller }: Call, command: AllowedCommand, { key, send, room, gone, colour }: Following) {
  send(commandRunSignals.linked);
  send(`> ${shownCommand(command)}`);
  try {
    const code = await runCommandAlone(engine.db, key, caller, async (run) => {
      const output = new StoredCommandOutput();
      const ended = await runProgram(command, {
        colour,
        signal: gone,
        room,
        onLine: (line) => {
          const plain = line.replaceAll(ansi, '');
          output.add(plain);
          if (line !== '') send(colour ? line : plain);
        },
      });
      const status = gone.aborted ? 'stopped' : ended.code === 0 ? 'success' : 'failed';
      await storeCommandRunResult(engine.db, run, { status, code: ended.code, output: output.text });
      engine.log.info({ command: key, admin: caller.name, status, exit: ended.code }, 'a terminal command ended');
      return ended.code;
    });
    if (code === undefined) send(texts.running[caller.locale]);
    else send(`exitcode: ${code}`);
    send(code === 0 ? commandRunSignals.success : commandRunSignals.error);
  } catch (error) {
    engine.log.error({ err: error, command: key }, 'a terminal command could not be run');
    send(texts.failed[caller.locale]);
    send(commandRunSignals.error);
  }
  send(commandRunSignals.completed);
}

/** Resolves at the first of two events and removes both listeners. */
const whenEither = (from: EventEmitter, ...events: readonly string[]) =>
  new Promise<void>((resolve) => {
    const done = () => {
      for (const event of events) from.off(event, done);
      resolve();
    };
    for (const event of events) from.on(event, done);
  });
