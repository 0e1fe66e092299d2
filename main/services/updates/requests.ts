import type { HandlersOf } from '#main/services/handler-types.ts';

export const updateHandlers: HandlersOf<'updates'> = {
  'updates.get': ({ updates }) => updates.get(),
  'updates.check': ({ updates }) => updates.check(),
  'updates.restart': ({ updates }, { isWanted }) => updates.restart(isWanted),
};
