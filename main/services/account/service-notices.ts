/** What the service itself sends about incoming texts: asked of it each time, and kept nowhere here. */
import type { HandlersOf } from '#main/services/handler-types.ts';

const USER = { priority: 'user' } as const;

export const serviceNoticeHandlers: HandlersOf<'serviceNotices'> = {
  'serviceNotices.get': async ({ session }) => {
    const { service } = session.getAccount();
    const { isOn, withHistory, asHtml, emails } = await service.getInboundNotification(USER);
    return { isOn, withHistory, asHtml, emails: [...emails] };
  },
  'serviceNotices.set': async ({ session }, wanted) => {
    const { service } = session.getAccount();
    await service.setInboundNotification(wanted, USER);
    return wanted;
  },
};
