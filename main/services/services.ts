import { createToken } from '#main/platform/ids.ts';
import type { Log } from '#main/platform/log.ts';
import type { HostInfo } from '#shared/contract/index.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { ChatActs } from './chats/chat-acts.ts';
import { UndoMemory } from './chats/undo-memory.ts';
import { Attachments } from './sending/attachments.ts';
import { Attention } from './notifications/attention.ts';
import { Chats } from './chats/chats.ts';
import { Desktop } from './desktop.ts';
import { Drafts } from './sending/drafts.ts';
import { Health } from './health/health.ts';
import { Ledger } from './ledger/ledger.ts';
import { Link } from './health/link.ts';
import { Live } from './live-updates/live.ts';
import { Messages } from './messages/messages.ts';
import { Notices } from './notices.ts';
import { OutboxOverview } from './sending/outbox.ts';
import { People } from './contacts/people.ts';
import type { AccountParts, DemoService, Desktop as DesktopPort } from './ports.ts';
import { Presence } from './notifications/presence.ts';
import { SavedViews } from './chats/saved-views.ts';
import { Search } from './search/search.ts';
import { Farewell } from './sending/farewell.ts';
import { Prices } from './sending/prices.ts';
import { Sends } from './sending/sends.ts';
import { Session } from './account/session.ts';
import { Settings } from './settings/settings.ts';
import { StagedFiles } from './files/staged-files.ts';
import { StoredCopy } from './health/stored-copy.ts';
import { Transcripts } from './messages/transcript/transcripts.ts';

/** Every use case of the app, as the bridge calls them. */
export interface Services {
  readonly notices: Notices;
  readonly session: Session;
  readonly storedCopy: StoredCopy;
  readonly health: Health;
  readonly chats: Chats;
  readonly acts: ChatActs;
  readonly transcripts: Transcripts;
  readonly savedViews: SavedViews;
  readonly messages: Messages;
  readonly sends: Sends;
  readonly outbox: OutboxOverview;
  readonly drafts: Drafts;
  readonly ledger: Ledger;
  readonly prices: Prices;
  readonly farewell: Farewell;
  readonly people: People;
  readonly search: Search;
  readonly link: Link;
  readonly live: Live;
  readonly settings: Settings;
  readonly desktop: Desktop;
  readonly presence: Presence;
  readonly files: StagedFiles;
  readonly attachments: Attachments;
  /** Signs nobody out: closes what is open, in reverse. */
  dispose(): Promise<void>;
}

export interface ServiceNeeds {
  readonly dataFolder: string;
  readonly runId: string;
  readonly about: Pick<HostInfo, 'platform' | 'version' | 'dataId'>;
  readonly desktop: DesktopPort;
  readonly parts: AccountParts;
  readonly startDemoService: () => Promise<DemoService>;
  readonly log: Log;
  readonly now: () => number;
}

/** Joins the use cases. Nothing is signed in yet: that is `session.restore()` and its companions. */
export async function createServices(needs: ServiceNeeds): Promise<Services> {
  const { dataFolder, log, now } = needs;
  const stack = new DisposeStack();
  const onBug = (error: unknown): void => log.error('notices.listenerFailed', error);
  const notices = new Notices({ runId: needs.runId, now, onBug });
  stack.add(() => notices.dispose());
  const files = new StagedFiles({ dataFolder, onBug: (error) => log.error('files.notRemoved', error) });
  await files.start();
  stack.add(() => files.dispose());
  const session = new Session({ ...needs, notices, secrets: needs.desktop.secrets });
  stack.add(() => session.dispose());
  const attention = new Attention({ session, notices, desktop: needs.desktop, log });
  stack.add(() => attention.dispose());
  const presence = new Presence({ desktop: needs.desktop, notices });
  stack.add(() => presence.dispose());
  const desktop = new Desktop(needs.desktop, needs.about);
  const settings = new Settings({ session, notices, dataFolder });
  return {
    notices,
    session,
    storedCopy: new StoredCopy({ session }),
    health: new Health({ session, now }),
    ...createInbox({ session, notices, files, now }),
    sends: new Sends({ session, settings, now }),
    outbox: new OutboxOverview({ session }),
    drafts: new Drafts({ session, staged: files, now }),
    ledger: new Ledger({ session, staged: files, now }),
    prices: new Prices({ session }),
    farewell: new Farewell({ session }),
    link: new Link({ session, log, now }),
    live: new Live({ session, tunnels: needs.parts.tunnels }),
    settings,
    desktop,
    presence,
    files,
    attachments: new Attachments({ session, desktop }),
    dispose: () => stack.dispose(),
  };
}

/** Chats, their threads and the people in them. */
function createInbox(needs: Pick<Services, 'session' | 'notices' | 'files'> & Pick<ServiceNeeds, 'now'>) {
  const { session, notices, files, now } = needs;
  const createId = (): string => createToken(12);
  return {
    chats: new Chats({ session, notices, now }),
    acts: new ChatActs({ session, undo: new UndoMemory({ createId }), now }),
    transcripts: new Transcripts({ session, staged: files, now }),
    savedViews: new SavedViews({ session, notices, createId }),
    messages: new Messages({ session }),
    people: new People({ session }),
    search: new Search({ session }),
  };
}
