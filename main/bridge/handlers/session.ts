import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createSessionHandlers(services: Services): HandlersOf<'session'> {
  return {
    'session.get': () => services.session.getView(),
    'session.signIn': (input) => services.session.signIn(input),
    'session.askKeyring': () => services.session.askKeyring(),
    'session.startDemo': () => services.session.startDemo(),
    'session.signOut': () => services.session.signOut(),
    'session.dismissNotices': () => services.session.dismissNotices(),
  };
}
