import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLayout, readLayout } from './layout.ts';

describe('a layout that was kept', () => {
  it('is read as it was written', () => {
    const own = {
      ...defaultLayout,
      layoutMode: 'Double' as const,
      menuWidth: 240,
      menuDefaultIcon: 'car',
      colours: { ...defaultLayout.colours, menuGround: ['#112233', ''] as const },
    };
    expect(readLayout(JSON.parse(JSON.stringify(own)))).toEqual(own);
  });

  it('is the default in every part that is not understood', () => {
    const another = { lang: 'en', layoutMode: 'Sideways', menuWidth: '200px', colours: { menuGround: ['red', ''] } };
    expect(readLayout(another)).toEqual(defaultLayout);
    expect(readLayout({ menuWidth: 9000, menuDefaultIcon: '"><script>' })).toEqual({
      ...defaultLayout,
      menuWidth: 320,
    });
  });

  it('never is anything but a layout, whatever lies there', () => {
    fc.assert(
      fc.property(fc.anything(), (kept) => {
        const read = readLayout(kept);
        expect(Object.keys(read)).toEqual(Object.keys(defaultLayout));
        expect(readLayout(read)).toEqual(read);
      }),
    );
  });
});
