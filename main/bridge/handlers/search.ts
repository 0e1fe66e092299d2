import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createSearchHandlers(services: Services): HandlersOf<'search'> {
  return {
    'search.find': (input) => services.search.find(input),
  };
}
