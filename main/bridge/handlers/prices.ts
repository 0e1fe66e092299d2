import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createPriceHandlers(services: Services): HandlersOf<'prices'> {
  return { 'prices.find': (input) => services.prices.find(input.phone) };
}
