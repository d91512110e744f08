import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { files, parseSource, readSource, readWhole, type SyntaxNode } from './sources.ts';

/**
 * Words that had several meanings (a stored value was called cached, stored, queued, materialised or prepared) and were
 * replaced by the term others would search for; docs/GLOSSARY.md says which one.
 */
const retired: ReadonlySet<string> = new Set([
  'told',
  'tell',
  'tells',
  'retold',
  'kept',
  'keeper',
  'asked',
  'ask',
  'asks',
  'said',
  'say',
  'says',
  'aside',
  'beside',
  'known',
  'knowing',
  'taken',
  'foresee',
  'foreseen',
  'overtaken',
  'desk',
  'words',
]);

const partsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
const isRetired = (name: string): boolean => partsOf(name).some((word) => retired.has(word));

test('no file name contains a retired word', () => {
  expect(files.filter((file) => isRetired(path.basename(file)))).toEqual([]);
});

/** Last words of file names that do not say what a file holds. */
const vague = /(?:^|[/-])(?:parts|things|stuff|misc|utils?|helpers?|common|various)\.tsx?$/;
/** Parts in the proper sense: of a workbook (ECMA-376), the database driver or a title, and what modules add to screens. */
const properParts: ReadonlySet<string> = new Set([
  'server/db/driver/allow-undocumented-driver-features.ts',
  'server/sheets/xlsx-workbook-and-style-parts.ts',
  'web/cell/row-title-wrapping-between-parts.tsx',
  'web/shell/module/load-web-modules.ts',
]);

test('no file name ends in a word that says nothing about its content', () => {
  expect(files.filter((file) => vague.test(file) && !properParts.has(file))).toEqual([]);
});

test('no exported name contains a retired word', () => {
  const exported =
    /^export (?:default )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
  const found = files.flatMap((file) =>
    [...readSource(file).matchAll(exported)]
      .map(([, name = '']) => name)
      .filter(isRetired)
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

/** Rooms in which no name at all contains a retired word, except in tests. */
const plainRooms = ['kernel', 'server', 'web', 'modules', 'data', 'apps', 'scripts'];

/** Names that clients, operators or stored rows depend on, by the file that declares them: they stay as they are. */
const wireNames: Readonly<Record<string, readonly string[]>> = {
  'kernel/wire/pending-move-approval.ts': ['taken'],
  'kernel/message/delivery-failure-reasons.ts': ['words'],
  'kernel/text/validation-messages.ts': ['field_kept'],
  'kernel/wire/cron-job-and-failed-task-status.ts': ['asked_by'],
  'modules/demo/server/load/add-demo-coach-hires.ts': ['asked'],
  'modules/enforcement/contract/roadside-lookup-screen-and-answer-types.ts': ['asked'],
  'modules/opinion/contract/opinion-wall-panels.ts': ['words'],
  'modules/opinion/server/wall-feed-api-call-descriptions.ts': ['words'],
  'modules/opinion/server/read-opinion-wall-panel.ts': ['words'],
  'modules/enforcement/server/answer-roadside-lookup.ts': ['asked'],
  'modules/enforcement/server/receive-camera-gate-and-position-readings-controller.ts': ['known'],
  'modules/open-interface/clients/xingjian-client.ts': ['known'],
  'modules/open-interface/server/rest/openapi-document-for-application.ts': ['known'],
  'modules/open-interface/server/rest/push-readings-for-application.ts': ['known'],
  'modules/enforcement/server/roadside-lookup-and-record-controller.ts': ['asked'],
  'modules/enforcement/web/roadside-lookup-result.tsx': ['asked'],
  'modules/identity/server/public/captcha-token-refresh-and-site-settings-controllers.ts': ['words'],
  'modules/identity/server/module.ts': ['tell_watchers'],
  'modules/identity/server/sign-in/admin-start-up-data-and-missing-screen-notice.ts': ['words'],
  'modules/insurance/contract/liability-coverage-of-agency.ts': ['words'],
  'modules/insurance/contract/message-templates.ts': ['words'],
  'modules/member/server/member-start-up-data-controller.ts': ['words'],
  'modules/message/contract/queued-message-fields.ts': ['kept'],
  'modules/message/contract/editable-message-template.ts': ['words'],
  'modules/message/server/module.ts': ['ask_receipts', 'tell_due_work'],
  'modules/message/server/list-message-templates-controller.ts': ['words'],
  'modules/coach-rental/contract/request-for-coach-hire-quotes.ts': ['asked'],
  'modules/coach-rental/contract/coach-hire-enquiry-and-order-of-coach-firm.ts': ['words'],
  'modules/coach-rental/contract/coach-quote-accepted-or-declined-by-agency.ts': ['words'],
  'modules/coach-rental/server/invite-quotes-accept-one-and-validate-hired-vehicle.ts': ['asked', 'words'],
  'modules/system/server/division-calendar-lookup-and-cache-clearing-controllers.ts': ['known_until'],
  'modules/system/server/option-lists-and-uses-controllers.ts': ['words'],
  'modules/travel/contract/on-the-road/itinerary-change-requested-by-guide.ts': ['asked'],
  'modules/travel/contract/itinerary/request-to-coach-firm-for-vehicle.ts': ['asked'],
  'modules/travel/contract/anomaly/anomaly-finding.ts': ['kept'],
  'modules/travel/server/rating/send-guide-rating-links-and-receive-ratings.ts': ['ask_for_ratings'],
  'server/history/read-timeline-of-record.ts': ['told'],
  'server/http/live-event-stream-controller.ts': ['words'],
  'server/message/preview-messages-and-moves-of-write.ts': ['words'],
  'server/calls/cron-jobs-and-failed-tasks-controller.ts': ['asked_by'],
  'server/open-api/json-schema-shorthands.ts': ['words'],
  'server/open-api/describe-preview-operation.ts': ['words'],
  'server/open-api/timeline-and-field-correction-schemas.ts': ['told'],
  'server/calls/receive-pushed-time-series-readings-controller.ts': ['known'],
  'server/time-series/store-pushed-readings.ts': ['known'],
  'server/time-series/validate-and-store-batch-of-readings.ts': ['known'],
  'server/system/working-day-calendar-for-clients.ts': ['known_until'],
  'server/start/built-in-jobs-tasks-and-cron-jobs.ts': ['tell_due'],
  'server/write/feature/check-and-store-approval-steps-of-move.ts': ['taken'],
  'web/boot/load-boot-answer.ts': ['words'],
  'web/cell/format/use-working-calendar.ts': ['known_until'],
  'web/http/offline/cache-offline-files.ts': ['kept'],
  'web/http/load-option-lists.ts': ['words'],
  'web/lifecycle/move/preview-of-move-effects.tsx': ['words'],
  'web/resource/resource-calls.ts': ['told'],
  'web/session/session.ts': ['known_until', 'words'],
};

/** Parts of a node whose identifiers are declared by it, whatever the type of the node. */
const declaring: ReadonlySet<string> = new Set(['id', 'params', 'param', 'parameter', 'label']);

/**
 * Whether the identifiers below a part of a node are declared there; `inPattern` says that the node itself is part of a
 * pattern.
 */
function declares(node: SyntaxNode, part: string, inPattern: boolean): boolean {
  const type = String(node.type);
  if (part === 'key') return node.computed !== true;
  if (part === 'value') return type === 'Property' && inPattern;
  if (part === 'argument') return type === 'RestElement';
  if (part === 'left') return type === 'AssignmentPattern';
  if (part === 'elements') return type === 'ArrayPattern';
  if (part === 'properties') return type === 'ObjectPattern';
  if (part === 'name') return type === 'TSTypeParameter';
  if (part === 'parameters') return type.startsWith('TS');
  return declaring.has(part);
}

/** The names that a file declares: variables, parameters, functions, types and properties. */
function declaredNames(tree: unknown): string[] {
  const found: string[] = [];
  const visit = (node: unknown, isDeclared: boolean): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, isDeclared);
    else if (typeof node === 'object' && node !== null) {
      const parts = node as SyntaxNode;
      if (parts.type === 'Identifier' && isDeclared) found.push(String(parts.name));
      for (const [part, value] of Object.entries(parts)) visit(value, declares(parts, part, isDeclared));
    }
  };
  visit(tree, false);
  return found;
}

/** Whether a retired word is anywhere in a text. A file without one is not parsed, which would take most of the time. */
const mayContainRetired = (code: string): boolean => (code.match(/[A-Za-z_$][\w$]*/g) ?? []).some(isRetired);

/** The retired words among the names that a file declares. */
const retiredNames = (file: string, code: string): string[] =>
  mayContainRetired(code) ? declaredNames(parseSource(file, code)).filter(isRetired) : [];

test('no name in the finished rooms contains a retired word', () => {
  const wrong = plainRooms
    .flatMap((room) =>
      fs
        .readdirSync(path.join(packageRoot, room), { recursive: true, encoding: 'utf8' })
        .map((file) => `${room}/${file.replaceAll(path.sep, '/')}`),
    )
    .filter((file) => /(?<!\.test|\.d)\.(?:tsx?|mjs)$/.test(file) && !file.includes('/test/'))
    .flatMap((file) =>
      retiredNames(file, readWhole(file))
        .filter((name) => !wireNames[file]?.includes(name))
        .map((name) => `${file}: ${name}`),
    );
  expect(wrong).toEqual([]);
});

test('every exception is still needed', () => {
  const unneeded = Object.entries(wireNames).flatMap(([file, names]) => {
    const declared = fs.existsSync(path.join(packageRoot, file)) ? retiredNames(file, readWhole(file)) : [];
    return names.filter((name) => !declared.includes(name)).map((name) => `${file}: ${name}`);
  });
  expect(unneeded).toEqual([]);
});

test('the check finds names of every sort', () => {
  const code = `function f(told: number, { a: { ask = 1 } }: { said: string }) {
    const { a: kept, ...words } = { a: 1, asked: told };
    interface Known { say(desk: string): void }
  }`;
  const names = ['told', 'ask', 'said', 'kept', 'words', 'asked', 'Known', 'say', 'desk'];
  expect([...new Set(retiredNames('a.ts', code))].toSorted()).toEqual(names.toSorted());
});
