import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createPeopleHandlers(services: Services): HandlersOf<'people'> {
  return {
    'people.suggest': (input) => services.people.suggest(input.query),
    'people.listFields': () => services.people.listFields(),
    'people.resubscribe': async (input) => {
      await services.people.resubscribe(input.phone);
      return {};
    },
  };
}
