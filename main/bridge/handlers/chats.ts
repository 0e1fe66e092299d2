import type { Services } from '#main/services/services.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createChatHandlers(services: Services): HandlersOf<'chats'> {
  return {
    'chats.list': (input) => services.chats.list(input),
    'chats.find': (input) => services.chats.find(input),
    'chats.count': () => services.chats.count(),
    'chats.applyAction': (input) => services.acts.act(input),
    'chats.undo': (input) => services.acts.undo(input.undoId),
    'chats.export': (input) => services.transcripts.export(input),
    'chats.open': (input) => {
      services.chats.open(toChatId(input.chatId));
      return {};
    },
  };
}
