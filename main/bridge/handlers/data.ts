import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createDataHandlers({ storedCopy }: Services): HandlersOf<'data'> {
  return {
    'data.get': () => storedCopy.get(),
    'data.clearCopy': () => storedCopy.clear(),
    'data.setHistory': (input) => storedCopy.setHistory(input),
  };
}
