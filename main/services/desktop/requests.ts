import type { HandlersOf } from '#main/services/handler-types.ts';

export const desktopHandlers: HandlersOf<'desktop'> = {
  'desktop.get': ({ desktop }) => desktop.get(),
  'desktop.set': ({ desktop }, changes) => desktop.set(changes),
  'desktop.askPermission': ({ desktop }) => desktop.askPermission(),
  'desktop.takeTarget': ({ pageTarget }) => ({ target: pageTarget.take() }),
  'desktop.setMenu': ({ host }, { commands }) => {
    host.setMenu(commands);
    return {};
  },
  'desktop.showMenu': ({ host }, place) => {
    host.showMenu(place);
    return {};
  },
};
