import { ChatMessages } from './chat-messages.ts';
import { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';
import { FeedReader } from './feed-reader.ts';

/** Everything that reads, shared by the opening, the rounds and the background. */
export interface Readers {
  readonly chats: ChatReader;
  readonly messages: ChatMessages;
  readonly outbound: FeedReader;
  readonly inbound: FeedReader;
}

/** One reader of each kind over the same context. */
export function createReaders(context: SyncContext): Readers {
  const chats = new ChatReader(context);
  return {
    chats,
    messages: new ChatMessages(context, chats),
    outbound: new FeedReader(context, 'outbound'),
    inbound: new FeedReader(context, 'inbound'),
  };
}
