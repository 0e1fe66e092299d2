import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createContactHandlers(services: Services): HandlersOf<'contacts'> {
  return {
    'contacts.find': (input) => services.people.findContact(input),
  };
}
