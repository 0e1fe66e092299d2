import { describe, expect, it } from 'vitest';
import { placeWindow, SMALLEST } from '#main/hosts/electron/window/placing.ts';

const LEFT = { x: 0, y: 25, width: 1440, height: 875 };
const RIGHT = { x: 1440, y: 0, width: 2560, height: 1400 };
const SIZE = { width: 1000, height: 700 };

describe('the place of a window', () => {
  it.each([
    ['as it was', { x: 200, y: 100, ...SIZE }, [LEFT], { x: 200, y: 100, ...SIZE }],
    ['as it was, over the edge of a display', { x: -880, y: 100, ...SIZE }, [LEFT], { x: -880, y: 100, ...SIZE }],
    ['as it was, over two displays', { x: 1400, y: 100, ...SIZE }, [LEFT, RIGHT], { x: 1400, y: 100, ...SIZE }],
    [
      'on the display left of the primary',
      { x: -900, y: 50, ...SIZE },
      [LEFT, { x: -1920, y: 0, width: 1920, height: 1080 }],
      { x: -900, y: 50, ...SIZE },
    ],
    ['in the middle where its display is gone', { x: 2000, y: 300, ...SIZE }, [LEFT], { x: 220, y: 113, ...SIZE }],
    [
      'in the middle where too little of its title bar is seen',
      { x: 1330, y: 100, ...SIZE },
      [LEFT],
      {
        x: 220,
        y: 113,
        ...SIZE,
      },
    ],
    [
      'in the middle where its title bar is above the display',
      { x: 10, y: 0, ...SIZE },
      [LEFT],
      {
        x: 220,
        y: 113,
        ...SIZE,
      },
    ],
    [
      'in the middle where its title bar is below the display',
      { x: 10, y: 890, ...SIZE },
      [LEFT],
      {
        x: 220,
        y: 113,
        ...SIZE,
      },
    ],
    ['on the nearest display', { x: 5000, y: 200, ...SIZE }, [LEFT, RIGHT], { x: 2220, y: 350, ...SIZE }],
  ])('is %s', (_what, wanted, areas, placed) => {
    expect(placeWindow(wanted, areas)).toEqual(placed);
  });

  it('is never larger than the work area, nor smaller than one pane', () => {
    expect(placeWindow({ x: 10, y: 30, width: 9_000, height: 9_000 }, [LEFT])).toEqual({
      x: 10,
      y: 30,
      width: 1440,
      height: 875,
    });
    expect(placeWindow({ x: 10, y: 30, width: 10, height: 10 }, [LEFT])).toMatchObject(SMALLEST);
  });

  it('can be reached, whatever was saved and whatever displays there are', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let turn = 0; turn < 2_000; turn += 1) {
      const areas = Array.from({ length: 1 + random(3) }, (_, index) => ({
        x: index * 2_000 - random(3_000),
        y: random(600) - 300,
        width: 800 + random(2_000),
        height: 600 + random(1_200),
      }));
      const wanted = {
        x: random(9_000) - 4_500,
        y: random(5_000) - 2_500,
        width: 1 + random(4_000),
        height: 1 + random(3_000),
      };
      const { x, y, width } = placeWindow(wanted, areas);
      const isReached = areas.some((area) => {
        const seen = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
        return seen >= 120 && y >= area.y && y + 32 <= area.y + area.height;
      });
      expect(isReached, JSON.stringify({ wanted, areas })).toBe(true);
    }
  });
});
