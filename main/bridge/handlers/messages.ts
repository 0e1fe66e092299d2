import type { Services } from '#main/services/services.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createMessageHandlers(services: Services): HandlersOf<'messages'> {
  return {
    'messages.list': (input) => services.messages.list({ ...input, chatId: toChatId(input.chatId) }),
    'messages.listNewer': (input) => services.messages.listNewer({ ...input, chatId: toChatId(input.chatId) }),
    'messages.listAround': (input) => services.messages.listAround({ ...input, chatId: toChatId(input.chatId) }),
    'messages.fetchOlder': (input) => services.messages.fetchOlder(toChatId(input.chatId)),
    'messages.findAt': ({ chatId, at }) => services.messages.findAt(toChatId(chatId), at),
    'messages.getDetails': ({ chatId, key }) => services.messages.getDetails({ chatId: toChatId(chatId), key }),
    'messages.delete': ({ chatId, keys }) => services.acts.deleteMessages(toChatId(chatId), keys),
    'messages.fillGap': async ({ chatId, fromAt, toAt }) => {
      await services.messages.fillGap(toChatId(chatId), { fromAt, toAt });
      return {};
    },
  };
}
