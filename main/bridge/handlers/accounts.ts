import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createAccountHandlers({ session }: Services): HandlersOf<'accounts'> {
  return {
    'accounts.open': (input) => session.openAccount(input.accountId),
    'accounts.count': (input) => session.countAccount(input.accountId),
    'accounts.remove': (input) => session.removeAccount(input.accountId),
  };
}
