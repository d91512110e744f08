import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandRunSignals } from '../contract/command-run-signals-output-events-and-terminal-state-types.ts';
import {
  advanceCommandTaskList,
  type CommandTaskEvent,
  type CommandTaskList,
  type CommandTaskListStep,
  emptyCommandTaskList,
  isTaskActive,
  isTaskBlocking,
  nextTaskToStart,
  restoreCommandTaskList,
} from '../contract/command-task-list-state.ts';

const task = (uuid: string, blockOnFailure = true) => ({
  uuid,
  createtime: 0,
  command: 'backup',
  blockOnFailure,
  extend: '',
});
const add = (uuid: string, blockOnFailure = true): CommandTaskEvent => ({
  type: 'add',
  task: task(uuid, blockOnFailure),
});
const output = (uuid: string, data: string): CommandTaskEvent => ({ type: 'output', uuid, data });
/** The list after these events, with all their effects. */
const play = (events: readonly CommandTaskEvent[], from: CommandTaskList = emptyCommandTaskList): CommandTaskListStep =>
  events.reduce<CommandTaskListStep>(
    (step, event) => {
      const next = advanceCommandTaskList(step.list, event);
      return { list: next.list, effects: [...step.effects, ...next.effects] };
    },
    { list: from, effects: [] },
  );
const states = ({ list }: CommandTaskListStep) => list.taskList.map(({ uuid, status }) => `${uuid} ${status}`);
const whole = (uuid: string, end: string) => [
  output(uuid, commandRunSignals.linked),
  output(uuid, end),
  output(uuid, commandRunSignals.completed),
];

describe('a task', () => {
  test('goes from waiting to success, with one notification', () => {
    const step = play([add('a')]);
    expect(states(step)).toEqual(['a Connecting']);
    expect(step.effects).toMatchObject([{ type: 'connect', task: { uuid: 'a' } }]);
    const linked = play([add('a'), output('a', commandRunSignals.linked), output('a', '第一行')]);
    expect(linked.list.taskList[0]).toMatchObject({ status: 'Executing', message: ['第一行'], showMessage: false });
    const done = play([
      add('a'),
      ...whole('a', commandRunSignals.success),
      output('a', commandRunSignals.completed),
      output('a', 'late'),
    ]);
    expect(done.effects.slice(1)).toEqual([{ type: 'finished', uuid: 'a', status: 'Success' }]);
    expect(done.list.taskList[0]?.message).toEqual([]);
    const late = play([add('a'), output('a', commandRunSignals.success), output('a', '最后一行')]);
    expect(late.list.taskList[0]).toMatchObject({ status: 'Success', message: ['最后一行'] });
  });
  test.each<[string, CommandTaskEvent[]]>([
    ['an error of the command', [output('a', commandRunSignals.error), output('a', commandRunSignals.completed)]],
    ['an end without a verdict', [output('a', commandRunSignals.linked), output('a', commandRunSignals.completed)]],
    ['a stream that breaks', [output('a', commandRunSignals.linked), { type: 'broke', uuid: 'a' }]],
  ])('has failed after %s, and shows the reason if it blocks others', (_, events) => {
    const step = play([add('a'), ...events]);
    expect(step.list.taskList[0]).toMatchObject({ status: 'Failed', showMessage: true });
    expect(step.effects.filter((one) => one.type === 'finished')).toEqual([
      { type: 'finished', uuid: 'a', status: 'Failed' },
    ]);
    expect(play([add('a', false), ...events]).list.taskList[0]?.showMessage).toBe(false);
  });
  test('is not deleted while it runs, and starts again on a retry', () => {
    const running = play([
      add('a'),
      output('a', commandRunSignals.linked),
      output('a', 'x'),
      { type: 'delete', uuid: 'a' },
    ]);
    expect(states(running)).toEqual(['a Executing']);
    const failed = play([output('a', commandRunSignals.error), output('a', commandRunSignals.completed)], running.list);
    const again = play([{ type: 'retry', uuid: 'a' }], failed.list);
    expect(again.list.taskList[0]).toMatchObject({ status: 'Connecting', message: [] });
    expect(states(play([{ type: 'delete', uuid: 'a' }], failed.list))).toEqual([]);
  });
});

describe('tasks', () => {
  test('run one after the other, and a failed one blocks those behind it unless it may fail', () => {
    expect(states(play([add('a'), add('b')]))).toEqual(['a Connecting', 'b Waiting']);
    const blocked = play([add('a'), add('b'), ...whole('a', commandRunSignals.error)]);
    expect(states(blocked)).toEqual(['a Failed', 'b Waiting']);
    expect(states(play([{ type: 'delete', uuid: 'a' }], blocked.list))).toEqual(['b Connecting']);
    const passed = play([add('a', false), add('b'), ...whole('a', commandRunSignals.error)]);
    expect(states(passed)).toEqual(['a Failed', 'b Connecting']);
    // a retried task does not run beside another one either
    expect(states(play([{ type: 'retry', uuid: 'a' }], passed.list))).toEqual(['a Waiting', 'b Connecting']);
  });
  test('that succeeded are removed for new ones if requested', () => {
    const done = play([add('a'), ...whole('a', commandRunSignals.success)]);
    expect(states(play([add('b')], done.list))).toEqual(['b Connecting']);
    const remaining = play([{ type: 'clean-automatically', on: false }, add('b')], done.list);
    expect(states(remaining)).toEqual(['a Success', 'b Connecting']);
    expect(states(play([{ type: 'clean' }], remaining.list))).toEqual(['b Connecting']);
  });
  test('that will never start are reported while the terminal is closed', () => {
    const failed = play([add('a'), ...whole('a', commandRunSignals.error)]);
    expect(advanceCommandTaskList(failed.list, add('b')).effects).toEqual([{ type: 'blocked' }]);
    expect(advanceCommandTaskList({ ...failed.list, show: true }, add('b')).effects).toEqual([]);
  });
  test('of a closed page are unknown, and tasks that waited behind others continue', () => {
    const left = play([add('a', false), add('b'), output('a', commandRunSignals.linked)]).list;
    expect(states(restoreCommandTaskList(left))).toEqual(['a Unknown', 'b Connecting']);
    expect(states(restoreCommandTaskList(play([add('a'), add('b')]).list))).toEqual(['a Unknown', 'b Waiting']);
    expect(restoreCommandTaskList(play([add('a')]).list).list.taskList[0]?.showMessage).toBe(true);
  });
});

test('the dot marks output that arrived while the terminal was closed', () => {
  const linked = play([add('a'), output('a', commandRunSignals.linked)]);
  expect(linked.list.showDot).toBe(false);
  const dotted = play([output('a', 'x')], linked.list).list;
  expect(dotted.showDot).toBe(true);
  const open = advanceCommandTaskList(dotted, { type: 'open' }).list;
  expect(open.showDot).toBe(false);
  expect(advanceCommandTaskList(open, output('a', 'y')).list.showDot).toBe(false);
  expect(play([{ type: 'close' }, output('a', 'z')], open).list.showDot).toBe(true);
});

const uuid = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const anyEvent: fc.Arbitrary<CommandTaskEvent | { type: 'reload' }> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(uuid, fc.boolean()).map(([one, blocks]) => add(one, blocks)) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(uuid, fc.constantFrom(...Object.values(commandRunSignals), '行', 'line'))
      .map(([one, data]) => output(one, data)),
  },
  fc.record({ type: fc.constantFrom('broke' as const, 'retry' as const, 'delete' as const), uuid }),
  fc.record({ type: fc.constant('fold' as const), uuid, showMessage: fc.boolean() }),
  fc.constantFrom<CommandTaskEvent>({ type: 'open' }, { type: 'close' }, { type: 'clean' }),
  fc.record({ type: fc.constant('clean-automatically' as const), on: fc.boolean() }),
  fc.constant({ type: 'reload' as const }),
);

/** Invariants after any event. */
function judge(
  event: CommandTaskEvent | { type: 'reload' },
  before: CommandTaskList,
  { list, effects }: CommandTaskListStep,
): void {
  const { taskList } = list;
  expect(taskList.filter(isTaskActive).length, 'one at a time').toBeLessThanOrEqual(1);
  expect(new Set(taskList.map((one) => one.uuid)).size, 'ids are unique').toBe(taskList.length);
  for (const one of taskList.filter(isTaskActive)) expect(one.streams).toBe(true);
  if (event.type !== 'fold' && event.type !== 'clean')
    expect(nextTaskToStart(list), 'whatever can start has started').toBeUndefined();
  for (const one of effects) {
    if (one.type === 'connect') {
      const place = taskList.findIndex((each) => each.uuid === one.task.uuid);
      expect(taskList[place]?.status).toBe('Connecting');
      const earlier = taskList.slice(0, place);
      expect(
        earlier.some((each) => isTaskBlocking(each) || each.status === 'Waiting'),
        'in order, none behind a blocking one',
      ).toBe(false);
    }
    if (one.type === 'finished') expect(before.taskList.find((each) => each.uuid === one.uuid)?.streams).toBe(true);
  }
  for (const one of before.taskList.filter(isTaskActive))
    expect(
      taskList.map((each) => each.uuid),
      'running tasks stay',
    ).toContain(one.uuid);
  for (const one of taskList.filter(isTaskBlocking)) {
    const old = before.taskList.find((each) => each.uuid === one.uuid);
    if (!old || !isTaskBlocking(old)) expect(one.showMessage, 'what begins to block shows why').toBe(true);
  }
  if (list.show) expect(list.showDot).toBe(false);
  if (event.type === 'reload') expect(taskList.some((one) => one.status === 'Executing')).toBe(false);
  if (event.type === 'add' && before.automaticCleanupTask === '1' && taskList.at(-1)?.uuid === event.task.uuid)
    if (!before.taskList.some((one) => one.uuid === event.task.uuid))
      expect(taskList.some((one) => one.status === 'Success')).toBe(false);
}

test('the invariants hold for any events in any order', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let list = emptyCommandTaskList;
      for (const event of events) {
        const step = event.type === 'reload' ? restoreCommandTaskList(list) : advanceCommandTaskList(list, event);
        judge(event, list, step);
        list = step.list;
      }
    }),
    { numRuns: 400 },
  );
});
