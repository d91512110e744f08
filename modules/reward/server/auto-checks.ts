import type { CheckCode } from '../contract/dictionary.ts';
import type { Team } from './teams.ts';

/** What was found of one thing that is looked at. */
export interface Found {
  readonly code: CheckCode;
  readonly result: 'pass' | 'warn' | 'fail';
  readonly evidence: string;
}

/** Shares of a list from which names or birthdays look made up, and the shortest list of which that is asked. */
const doubtfulShare = 0.4;
const shortest = 10;

const named = (teams: readonly Team[], of: (team: Team) => string) =>
  teams.map((team) => `${team.team_no}：${of(team)}`).join('；');

/** A list in which many share a family name or a day of birth is looked at by a person. */
const looksMade = ({ listed, same_name, same_birthday }: Team) =>
  listed >= shortest && (same_name / listed > doubtfulShare || same_birthday / listed > doubtfulShare / 2);

/** What is looked at of the teams of an application that may be handed in; refused ones never come so far. */
export function checkTeams(teams: readonly Team[], sharedPapers: readonly string[], excluded: string): Found[] {
  const wrongCount = teams.filter(({ tourist_count, listed }) => (tourist_count ?? 0) !== listed);
  const reused = teams.filter(({ same_list }) => same_list !== null);
  const made = teams.filter(looksMade);
  const inside = teams.filter((team) => team.inside > 0);
  return [
    { code: 'minimum', result: 'pass', evidence: named(teams, ({ guests, nights }) => `${guests} 人 ${nights} 夜`) },
    {
      code: 'outside',
      result: inside.length > 0 ? 'warn' : 'pass',
      evidence: excluded === '' ? '—' : named(teams, (team) => `${team.inside} / ${team.listed}`),
    },
    {
      code: 'duplicate',
      result: 'pass',
      evidence: named(teams, ({ listed, guests, inside: near }) => `${guests + near} / ${listed}`),
    },
    {
      code: 'list',
      result: wrongCount.length > 0 ? 'fail' : 'pass',
      evidence: named(teams, ({ tourist_count, listed }) => `${listed} / ${tourist_count ?? 0}`),
    },
    {
      code: 'same_list',
      result: reused.length > 0 ? 'fail' : 'pass',
      evidence: reused.length > 0 ? named(reused, ({ same_list }) => same_list ?? '') : '—',
    },
    {
      code: 'invoices',
      result: sharedPapers.length > 0 ? 'fail' : 'pass',
      evidence: sharedPapers.length > 0 ? sharedPapers.join('；') : '—',
    },
    {
      code: 'ages',
      result: made.length > 0 ? 'warn' : 'pass',
      evidence: named(teams, ({ same_name, same_birthday, listed }) => `${same_name} · ${same_birthday} / ${listed}`),
    },
  ].map((found) => ({ ...found, evidence: found.evidence.slice(0, 500) })) as Found[];
}
