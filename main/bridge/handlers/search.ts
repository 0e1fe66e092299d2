import type { Services } from '#main/services/services.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createSearchHandlers(services: Services): HandlersOf<'search'> {
  return {
    'search.find': (input) => services.search.find(input),
    'search.askService': (input) => services.search.askService(input.query),
    'search.findInChat': (input) => services.search.findInChat(toChatId(input.chatId), input.query),
  };
}
