import type { HandlersOf } from '#main/services/handler-types.ts';
import { renameAccount, setAccountPicture } from './own-profile.ts';

/** Signing in and out, and the accounts of this computer. */
export const accountHandlers: HandlersOf<'session' | 'account' | 'accounts'> = {
  'session.get': ({ session }) => session.getView(),
  'session.signIn': ({ session }, input) => session.signIn(input),
  'session.askKeyring': ({ session }) => session.askKeyring(),
  'session.startDemo': ({ session }) => session.startDemo(),
  'session.signOut': ({ session }) => session.signOut(),
  'session.dismissNotices': ({ session }) => session.dismissNotices(),

  'account.rename': renameAccount,
  'account.setPicture': setAccountPicture,

  'accounts.open': ({ session }, input) => session.openAccount(input.accountId),
  'accounts.count': ({ session }, input) => session.countAccount(input.accountId),
  'accounts.remove': ({ session }, input) => session.removeAccount(input.accountId),
};
