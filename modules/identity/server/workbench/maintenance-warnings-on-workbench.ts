import { text, textIn } from '#kernel/text/text.ts';
import { missingYear } from '#kernel/time/working-calendar.ts';
import { missingSettingsToIssueDocuments } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import { evidenceChainStatusScreen } from '#modules/evidence/contract/evidence-chain-status-screen.ts';
import { hourlyEvidenceRoot } from '#modules/evidence/contract/hourly-evidence-merkle-root.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { findMissingDeadlineRules } from '#server/system/missing-deadline-rules.ts';
import type { CountOfRowsAwaitingOfficer } from './count-of-rows-awaiting-officer.ts';

const texts = {
  noRule: text(
    '期限规则 {rule} 没有有效版本：{label}的“{clock}”无法起算，相关办理将被拒绝。请在“期限规则”中补充。',
    'Deadline rule {rule} has no version in force: “{clock}” of {label} cannot start, and related actions will be refused. Add one under Deadline rules.',
  ),
  authority: text('设置{names}：设置前不能制发文书', 'Set {names}: no documents can be issued until then'),
  unsigned: text(
    '证据链的签名密钥不可用：时段根未签名',
    'The signing key of the evidence chain is not available: roots are not signed',
  ),
  year: text('录入 {year} 年放假安排', 'Enter the {year} public holiday schedule'),
};

/** Warning for administrators of deadline rules before anybody is refused. */
export function deadlineRuleWarningText(engine: Engine, caller: Caller, today: string): string {
  if (!can(caller, 'system/timeRule/edit')) return '';
  const { locale } = caller;
  return findMissingDeadlineRules(engine.resources, engine.reference.rules(), today)
    .map(({ resource, clock }) =>
      textIn(texts.noRule, locale, { rule: clock.rule, label: resource.label[locale], clock: clock[locale] }),
    )
    .join('\n');
}

/** Warns administrators of the calendar if a year's holidays are missing: deadlines reaching it are estimates. */
export function missingCalendarYearCounts(engine: Engine, caller: Caller, today: string): CountOfRowsAwaitingOfficer[] {
  const year = missingYear(engine.reference.calendar(), today);
  if (year === undefined || !can(caller, 'system/calendar/add')) return [];
  const path = `/admin/system/calendar?year=${year}`;
  const title = textIn(texts.year, caller.locale, { year });
  return [{ resource: 'system/calendar', title, count: 1, overdue: 0, path, overdue_path: path }];
}

/** Settings missing for issuing documents, for those who may set them. */
export function missingSettingCounts(engine: Engine, caller: Caller): CountOfRowsAwaitingOfficer[] {
  const missing = missingSettingsToIssueDocuments(engine.settings);
  if (missing.length === 0 || !can(caller, 'system/setting/edit')) return [];
  const path = `/admin/system/setting?section=${missing[0]?.section ?? ''}`;
  const names = missing.map(({ label }) => label[caller.locale]).join(caller.locale === 'en' ? ' and ' : '、');
  const title = textIn(texts.authority, caller.locale, { names });
  return [{ resource: 'system/setting', title, count: missing.length, overdue: 0, path, overdue_path: path }];
}

/** Roots of the evidence chain that are not signed, for those who may replace the key: until the last one is signed again. */
export async function unsignedEvidenceRootCounts(
  { db }: Engine,
  caller: Caller,
): Promise<CountOfRowsAwaitingOfficer[]> {
  if (!can(caller, `${hourlyEvidenceRoot.name}/replaceKey`)) return [];
  const found = await db.row<{ n: number }>(sql`select count(*)::int as n from chain_root
    where number > coalesce((select max(number) from chain_root where state = 'signed'), 0)`);
  if (!found?.n) return [];
  const path = `/admin/${evidenceChainStatusScreen.name}`;
  const title = textIn(texts.unsigned, caller.locale);
  return [{ resource: hourlyEvidenceRoot.name, title, count: found.n, overdue: 0, path, overdue_path: path }];
}
