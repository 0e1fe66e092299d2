/** Menus as doubles: their items, and where they opened. */
import type { Menu, MenuItem, MenuItemConstructorOptions, PopupOptions } from 'electron';
import { standIn, type CallRecorder } from './stand-in.ts';

export class MenuDouble {
  readonly template: readonly MenuItemConstructorOptions[];
  readonly real: Menu;

  constructor(recorder: CallRecorder, template: readonly MenuItemConstructorOptions[]) {
    this.template = template;
    this.real = standIn<Menu>({
      getMenuItemById: (id) => this.find(id) as MenuItem | null,
      popup: ({ x, y, sourceType }: PopupOptions = {}) => recorder.late('menu.popup', { x, y, sourceType }),
    });
  }

  /** The item of an id, whichever submenu it is in; what is set on it stays. */
  find(id: string): MenuItemConstructorOptions | null {
    return flattenMenu(this.template).find((item) => item.id === id) ?? null;
  }

  click(id: string): void {
    const item = this.find(id);
    if (item?.enabled === false) return;
    item?.click?.(standIn<MenuItem>({}), undefined, {});
  }
}

/** All items with those of their submenus. */
export function flattenMenu(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flattenMenu(item.submenu) : [])]);
}
