import type { Services } from '#main/services/services.ts';
import { toSendId } from '#shared/domain/ids.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createSendHandlers(services: Services): HandlersOf<'sends'> {
  return {
    'sends.create': (input) => services.sends.create(input),
    'sends.sendNow': async (input) => {
      await services.sends.sendNow(toSendId(input.sendId));
      return {};
    },
    'sends.retry': async (input) => {
      await services.sends.retry(toSendId(input.sendId), { mayDouble: input.mayDouble });
      return {};
    },
    'sends.lookNow': async (input) => {
      await services.sends.lookNow(toSendId(input.sendId));
      return {};
    },
    'sends.discard': (input) => services.sends.discard(toSendId(input.sendId)),
  };
}
