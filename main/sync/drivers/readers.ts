import { ChatMessages } from './chat-messages.ts';
import { ChatPages } from './chat-pages.ts';
import { ChatReader } from './chat-reader.ts';
import { ContactReader } from './contact-reader.ts';
import type { SyncContext } from './context.ts';
import { Doubts } from './doubts.ts';
import { FeedReader } from './feed-reader.ts';
import { GapFiller } from './gap-filler.ts';
import { History } from './history.ts';
import { MessageCommits } from './message-commits.ts';
import { MarkedChats } from './marked-chats.ts';
import { Notes } from './notes.ts';
import type { ReadTools } from './read-tools.ts';
import { Searches } from './searches.ts';
import { SingleReads } from './single-reads.ts';
import { UnreadTotal } from './unread-total.ts';

/** Everything that reads, shared by the opening, the rounds, the hints and the background. */
export interface Readers extends ReadTools {
  readonly chats: ChatReader;
  readonly contacts: ContactReader;
  readonly notes: Notes;
  readonly messages: ChatMessages;
  readonly gaps: GapFiller;
  readonly marked: MarkedChats;
  readonly searches: Searches;
  readonly unread: UnreadTotal;
  readonly outbound: FeedReader;
  readonly inbound: FeedReader;
}

/** One reader of each kind over the same context. */
export function createReaders(context: SyncContext): Readers {
  const chats = new ChatReader(context);
  const contacts = new ContactReader(context);
  const commits = new MessageCommits(context.store);
  const singles = new SingleReads(context, commits);
  const doubts = new Doubts(context, commits, singles);
  const pages = new ChatPages(context, commits, doubts);
  const messages = new ChatMessages(context, chats, pages);
  const tools: ReadTools = { history: new History(context), commits, singles, doubts };
  const gaps = new GapFiller(context, pages, messages);
  return {
    ...tools,
    chats,
    contacts,
    notes: new Notes(context, contacts),
    messages,
    gaps,
    marked: new MarkedChats(context, messages, gaps),
    searches: new Searches(context, { chats, messages, pages }),
    unread: new UnreadTotal(context, chats),
    outbound: new FeedReader(context, 'outbound', tools),
    inbound: new FeedReader(context, 'inbound', tools),
  };
}
