import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createAccountHandlers({ accounts }: Services): HandlersOf<'accounts'> {
  return {
    'accounts.open': (input) => accounts.open(input.accountId),
    'accounts.count': (input) => accounts.count(input.accountId),
    'accounts.remove': (input) => accounts.remove(input.accountId),
  };
}
