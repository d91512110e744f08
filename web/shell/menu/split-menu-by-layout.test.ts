import { describe, expect, it } from 'vitest';
import type { MenuEntry } from '#web/session/menu-of-signed-in-user.ts';
import { firstPage, splitMenuByLayout } from './split-menu-by-layout.ts';

const leaf = (key: string): MenuEntry => ({ key, title: key, icon: '', to: `/admin/${key}` });
const alone = leaf('dashboard');
const enterprise: MenuEntry = {
  key: 'enterprise',
  title: '',
  icon: '',
  children: [leaf('enterprise/enterprise'), leaf('enterprise/licence')],
};
const out: MenuEntry = { key: 'help', title: '', icon: '', href: 'https://example.org' };
const single: MenuEntry = { key: 'report', title: '', icon: '', children: [leaf('report')] };
const entries = [alone, enterprise, single, out];

describe('parts of the menu', () => {
  it('are at the side in Default and Classic', () => {
    for (const mode of ['Default', 'Classic'] as const) {
      expect(splitMenuByLayout(mode, entries, '/admin/dashboard')).toEqual({ top: [], side: entries });
    }
  });

  it('are at the top in Streamline, with a folder of one page as that page', () => {
    const { top, side } = splitMenuByLayout('Streamline', entries, '/admin/enterprise/licence');
    expect(top.map(({ key }) => key)).toEqual(['dashboard', 'enterprise', 'report', 'help']);
    expect(top[2]).toEqual(leaf('report'));
    expect(side).toEqual([]);
  });

  it('are divided in Double: the side follows the address', () => {
    expect(splitMenuByLayout('Double', entries, '/admin/Enterprise/licence/12').side).toEqual(enterprise.children);
    expect(splitMenuByLayout('Double', entries, '/admin/report').side).toEqual([]);
    expect(splitMenuByLayout('Double', entries, '/admin/dashboard').side).toEqual([]);
    expect(splitMenuByLayout('Double', entries, '/404').side).toEqual([]);
  });

  it('find the first page of a folder, however deep', () => {
    expect(firstPage({ ...enterprise, children: [out, { ...single }, alone] })).toBe('/admin/report');
    expect(firstPage(out)).toBeUndefined();
  });
});
