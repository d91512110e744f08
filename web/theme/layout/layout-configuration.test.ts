import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLayout, layoutChangeInArea, layoutOfArea, readLayout } from './layout-configuration.ts';

describe('stored layout settings', () => {
  it('are read as written', () => {
    const own = {
      ...defaultLayout,
      layoutMode: 'Double' as const,
      menuWidth: 240,
      menuDefaultIcon: 'car',
      colours: { ...defaultLayout.colours, menuGround: ['#112233', ''] as const },
    };
    expect(readLayout(JSON.parse(JSON.stringify(own)))).toEqual(own);
  });

  it('are replaced by the default where they are invalid', () => {
    const another = { lang: 'en', layoutMode: 'Sideways', menuWidth: '200px', colours: { menuGround: ['red', ''] } };
    expect(readLayout(another)).toEqual(defaultLayout);
    expect(readLayout({ menuWidth: 9000, menuDefaultIcon: '"><script>' })).toEqual({
      ...defaultLayout,
      menuWidth: 320,
    });
  });

  it('have a menu for each area, at the side for members until they choose', () => {
    expect([layoutOfArea(defaultLayout, 'admin').layoutMode, layoutOfArea(defaultLayout, 'member').layoutMode]).toEqual(
      ['Default', 'Classic'],
    );
    const change = (stored: typeof defaultLayout, area: 'admin' | 'member', part: Partial<typeof defaultLayout>) =>
      readLayout({ ...stored, ...layoutChangeInArea(stored, area, part) });
    const member = change(defaultLayout, 'member', { layoutMode: 'Double', shrink: true, theme: 'dark' });
    const both = change(member, 'admin', { layoutMode: 'Streamline', menuCollapse: true });
    expect(layoutOfArea(both, 'admin')).toMatchObject({ layoutMode: 'Streamline', menuCollapse: true, shrink: false });
    expect(layoutOfArea(both, 'member')).toMatchObject({ layoutMode: 'Double', menuCollapse: false, shrink: true });
    expect([layoutOfArea(both, 'admin').theme, layoutOfArea(both, 'member').theme], 'what is no menu').toEqual([
      'dark',
      'dark',
    ]);
    const restored = change(both, 'member', layoutOfArea(defaultLayout, 'member'));
    expect(layoutOfArea(restored, 'member')).toEqual(layoutOfArea(defaultLayout, 'member'));
    expect(layoutOfArea(restored, 'admin')).toMatchObject({ layoutMode: 'Streamline', menuCollapse: true });
    expect(layoutOfArea(change(both, 'admin', defaultLayout), 'member').layoutMode).toBe('Double');
  });

  it('are valid whatever the storage contains', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        const read = readLayout(stored);
        expect(Object.keys(read)).toEqual(Object.keys(defaultLayout));
        expect(readLayout(read)).toEqual(read);
      }),
    );
  });
});
