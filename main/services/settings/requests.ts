import type { HandlersOf } from '#main/services/handler-types.ts';

export const settingsHandlers: HandlersOf<'settings'> = {
  'settings.get': ({ settings }) => settings.get(),
  'settings.set': ({ settings }, changes) => settings.set(changes),
};
