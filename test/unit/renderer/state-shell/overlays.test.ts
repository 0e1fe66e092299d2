import { describe, expect, it, vi } from 'vitest';
import { Overlays } from '#renderer/app/overlays.svelte.ts';

const createStack = (): Overlays => new Overlays(() => null);

describe('what lies over the window', () => {
  it('is on top in the order in which it was opened', () => {
    const overlays = createStack();
    const [list, search] = [overlays.create(), overlays.create()];
    list.open();
    search.open();
    expect([overlays.top, list.isTop, list.isOpen]).toEqual([search, false, true]);
    search.close();
    expect(list.isTop).toBe(true);
  });

  it('comes to the top when it is opened again, and is told once', () => {
    const overlays = createStack();
    const onopen = vi.fn();
    const list = overlays.create({ onopen });
    list.open();
    overlays.create().open();
    list.open();
    expect(list.isTop).toBe(true);
    expect(onopen).toHaveBeenCalledOnce();
  });

  it('closes one at a time by Escape, the newest first', () => {
    const overlays = createStack();
    const [list, search] = [overlays.create(), overlays.create()];
    list.open();
    search.open();
    expect(overlays.closeTop()).toBe(true);
    expect([list.isOpen, search.isOpen]).toEqual([true, false]);
    expect([overlays.closeTop(), overlays.closeTop()]).toEqual([true, false]);
  });

  it('closes altogether when the user goes to another screen', () => {
    const overlays = createStack();
    const closed: string[] = [];
    overlays.create({ onclose: () => closed.push('list') }).open();
    overlays.create({ onclose: () => closed.push('search') }).open();
    overlays.create({ onclose: () => closed.push('never opened') });
    overlays.closeAll();
    expect(closed).toEqual(['search', 'list']);
    expect(overlays.top).toBeNull();
  });

  it('does not give the focus back from under another overlay', () => {
    const overlays = createStack();
    const menu = overlays.create();
    menu.open();
    overlays.create().open();
    menu.close();
    expect(menu.giveFocusBack()).toBe(false);
  });

  it('is covered by what was opened since, not by what it was opened over', () => {
    const overlays = createStack();
    const [question, guide, search] = [overlays.create(), overlays.create(), overlays.create()];
    question.open();
    guide.open();
    expect([question.isCovered, guide.isCovered]).toEqual([true, false]);
    guide.close();
    expect(guide.isCovered).toBe(false);
    search.open();
    expect(guide.isCovered).toBe(true);
  });
});
