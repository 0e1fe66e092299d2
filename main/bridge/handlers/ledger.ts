import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createLedgerHandlers(services: Services): HandlersOf<'ledger'> {
  return {
    'ledger.list': (input) => services.ledger.list(input),
    'ledger.count': (input) => services.ledger.count(input.filter),
    'ledger.get': (input) => services.ledger.get(input.sendId),
    'ledger.export': (input) => services.ledger.export(input),
  };
}
