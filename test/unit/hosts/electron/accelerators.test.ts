import { expect, it } from 'vitest';
import { toAccelerator } from '#main/hosts/electron/accelerators.ts';

it('writes the keys of the table as the menus of the desktop read them', () => {
  expect(toAccelerator('zoom-reset')).toBe('CmdOrCtrl+0');
  expect(toAccelerator('zoom-out')).toBe('CmdOrCtrl+-');
  expect(toAccelerator('next-unread')).toBe('Alt+Shift+Down');
  expect(toAccelerator('new-message')).toBe('CmdOrCtrl+N');
  expect(toAccelerator('back')).toBe('Esc');
  expect(toAccelerator('block')).toBeUndefined();
});
