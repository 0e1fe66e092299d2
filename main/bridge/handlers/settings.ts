import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createSettingsHandlers(services: Services): HandlersOf<'settings'> {
  return {
    'settings.get': () => services.settings.get(),
    'settings.set': (input) => services.settings.set(input),
  };
}
