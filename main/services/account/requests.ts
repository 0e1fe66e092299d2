import type { HandlersOf } from '#main/services/handler-types.ts';

/** Signing in and out, and the accounts of this computer. */
export const accountHandlers: HandlersOf<'session' | 'accounts'> = {
  'session.get': ({ session }) => session.getView(),
  'session.signIn': ({ session }, input) => session.signIn(input),
  'session.askKeyring': ({ session }) => session.askKeyring(),
  'session.startDemo': ({ session }) => session.startDemo(),
  'session.signOut': ({ session }) => session.signOut(),
  'session.dismissNotices': ({ session }) => session.dismissNotices(),

  'accounts.open': ({ accounts }, input) => accounts.open(input.accountId),
  'accounts.count': ({ accounts }, input) => accounts.count(input.accountId),
  'accounts.remove': ({ accounts }, input) => accounts.remove(input.accountId),
};
