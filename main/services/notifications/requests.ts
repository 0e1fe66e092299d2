import type { HandlersOf } from '#main/services/handler-types.ts';

export const notificationHandlers: HandlersOf<'notifications'> = {
  'notifications.list': async ({ notifications }) => ({ items: await notifications.list() }),
  'notifications.test': async ({ notifications }) => ({ isShown: await notifications.test() }),
};
