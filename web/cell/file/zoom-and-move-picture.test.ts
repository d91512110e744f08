import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movePicture, rotatePicture, wholePictureView, zoomPictureAt } from './zoom-and-move-picture.ts';

const point = fc.record({ x: fc.integer({ min: -400, max: 400 }), y: fc.integer({ min: -300, max: 300 }) });

test('what lies under the pointer stays there while a picture grows', () => {
  fc.assert(
    fc.property(point, fc.double({ min: 1.1, max: 8, noNaN: true }), (at, factor) => {
      const before = zoomPictureAt(wholePictureView, 1.05);
      const after = zoomPictureAt(before, factor, at);
      const under = (view: typeof before) => [(at.x - view.x) / view.scale, (at.y - view.y) / view.scale];
      for (const [axis, value] of under(after).entries())
        expect(value).toBeCloseTo(under(before)[axis] ?? Number.NaN, 6);
    }),
  );
});

test('it never gets smaller than whole, nor lost outside its pane', () => {
  expect(zoomPictureAt(zoomPictureAt(wholePictureView, 4, { x: 90, y: 10 }), 0.01)).toEqual(wholePictureView);
  const far = movePicture(zoomPictureAt(wholePictureView, 2), 1e6, -1e6, { width: 400, height: 300 });
  expect([far.x, far.y]).toEqual([300, -225]);
  expect(movePicture(wholePictureView, 50, 50, { width: 400, height: 300 })).toEqual(wholePictureView);
});

test('four quarters are a whole turn', () => {
  expect([1, 2, 3, 4].reduce((view) => rotatePicture(view), wholePictureView)).toEqual(wholePictureView);
});
