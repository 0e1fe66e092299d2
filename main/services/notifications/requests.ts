import type { HandlersOf } from '#main/services/handler-types.ts';

export const notificationHandlers: HandlersOf<'notifications'> = {
  'notifications.list': ({ notifications }) => ({ items: notifications.list() }),
  'notifications.test': ({ notifications }) => ({ isShown: notifications.test() }),
};
