import { Link } from 'react-router';
import type { AnyField } from '#kernel/declaration/field.ts';
import { divisions } from '#kernel/kind/linked/area.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { englishTitleOf, type WireRow } from '#web/resource/wire-row.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';

/** Title of a related row: its heading, the title field of its resource, else its first text. */
export function relatedTitle(to: string, related: Readonly<Record<string, unknown>>): string {
  if (typeof related._heading === 'string' && related._heading !== '') return related._heading;
  const resource = findResource(to);
  const english = resource && englishTitleOf(resource, related);
  if (english) return english;
  const title = resource?.title;
  const named = title === undefined ? undefined : related[title];
  // a division has an English name without a column for it
  if (typeof named === 'string' && named !== '') return to === divisions ? translateDivisionName(named) : named;
  const first = Object.entries(related).find(
    ([key, value]) => key !== 'id' && typeof value === 'string' && value !== '',
  );
  return first ? String(first[1]) : `#${String(related.id ?? '')}`;
}

/**
 * Label of a row among options: its title, and what distinguishes it from others of that title. By default that is
 * every other field the resource is searched by, as far as it was sent.
 */
export function optionLabelOfRelatedRow(to: string, row: Readonly<Record<string, unknown>>): string {
  const resource = findResource(to);
  const title = relatedTitle(to, row);
  if (resource?.subtitle)
    return typeof row._subtitle === 'string'
      ? [title, ...row._subtitle.split(' · ').map(translateDivisionName)].join(' · ')
      : title;
  const searched = Object.entries<AnyField>(resource?.fields ?? {}).flatMap(([name, { search, privacy }]) => {
    const value = name !== resource?.title && search && !privacy ? row[name] : undefined;
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return [title, ...searched].join(' · ');
}

/** A related row by its title, as a link for readers who may open it. */
export function ReferenceCell({ to, related }: { to: string; related: Readonly<Record<string, unknown>> }) {
  const title = relatedTitle(to, related);
  const resource = findResource(to);
  if (!resource || !can(`${resource.name}/index`) || related.id === undefined) return <>{title}</>;
  return (
    <Link to={resourcePath(resource, String(related.id))} onClick={(event) => event.stopPropagation()}>
      {title}
    </Link>
  );
}

/** The related rows that came with a list of keys, under the first of `names` that has them; empty if none has. */
export function relatedRows(row: WireRow, names: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  for (const name of names) {
    const value = row[name];
    if (Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null)) {
      return value as Record<string, unknown>[];
    }
  }
  return [];
}
