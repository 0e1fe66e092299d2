/** What the main in memory has. */
import type {
  ChatView,
  ContactView,
  MessageView,
  OutboxView,
  OwnFileView,
  PersonView,
} from '#shared/contract/index.ts';

export interface FakeData {
  chats: ChatView[];
  /** Oldest first, by chat. */
  readonly messages: Map<number, MessageView[]>;
  /** What only the service has, older than the above. */
  readonly service: Map<number, MessageView[]>;
  /** What only the service has, between the messages. */
  readonly missing: Map<number, MessageView[]>;
  readonly contacts: ContactView[];
  readonly people: PersonView[];
  readonly drafts: Map<string, string>;
  /** Of drafts, by phone. */
  readonly files: Map<string, OwnFileView[]>;
  /** What waits besides the sends among `messages`. */
  actions: OutboxView['actions'];
}
