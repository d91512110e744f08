import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { chosenModuleLens, type ModuleLens, provideModuleLenses } from './module-lens-registry.ts';

vi.mock('#web/session/admin-or-member-area.ts', () => ({ currentArea: () => 'admin' }));

const lens = (name: string, more: Partial<ModuleLens> = {}): ModuleLens => ({
  name,
  label: text(name, name),
  load: () => Promise.reject(new Error('not drawn here')),
  ...more,
});
const book = { name: 'shelf/book' } as AnyResource;
const nothing = { conditions: [], keyword: '' };
const chosen = (requested: string | null, query: Parameters<typeof chosenModuleLens>[2]) =>
  chosenModuleLens(book, requested, query)?.name;

describe('the lens of a list', () => {
  beforeEach(() =>
    provideModuleLenses({
      'shelf/book': [lens('year', { first: true }), lens('pages', { answers: (keyword) => keyword.startsWith('p') })],
    }),
  );
  afterEach(() => provideModuleLenses({}));

  it('is the one in the address, else the first', () => {
    expect(chosen(null, nothing)).toBe('year');
    expect(chosen('pages', nothing)).toBe('pages');
    expect(chosen('table', nothing)).toBeUndefined();
  });

  it('is none while rows are searched or filtered, unless it answers the search', () => {
    expect(chosen(null, { ...nothing, keyword: 'words' })).toBeUndefined();
    expect(chosen(null, { ...nothing, keyword: 'p. 35' })).toBe('pages');
    expect(chosen('year', { ...nothing, keyword: 'p. 35' })).toBeUndefined();
    const filtered = { keyword: 'p. 35', conditions: [{ field: 'id', operator: '=', value: '1' }] as const };
    expect(chosen(null, filtered)).toBeUndefined();
  });

  it('stays the chosen one for any search, if it answers searches', () => {
    expect(chosen('pages', { ...nothing, keyword: 'words' })).toBe('pages');
    expect(chosen('table', { ...nothing, keyword: 'p. 35' })).toBeUndefined();
  });
});
