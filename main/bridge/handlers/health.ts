import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createHealthHandlers({ health }: Services): HandlersOf<'health'> {
  return { 'health.get': () => health.get() };
}
