import type { Log } from '#main/platform/log.ts';
import type { HostInfo } from '#shared/contract/index.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { Chats } from './chats.ts';
import { Desktop } from './desktop.ts';
import { Drafts } from './drafts.ts';
import { Link } from './link.ts';
import { Messages } from './messages.ts';
import { Notices } from './notices.ts';
import { OutboxOverview } from './outbox.ts';
import { People } from './people.ts';
import type { AccountParts, DemoService, Desktop as DesktopPort } from './ports.ts';
import { Search } from './search.ts';
import { Sends } from './sends.ts';
import { Session } from './session/session.ts';
import { Settings } from './settings.ts';
import { StagedFiles } from './staged-files.ts';

/** Every use case of the app, as the bridge calls them. */
export interface Services {
  readonly notices: Notices;
  readonly session: Session;
  readonly chats: Chats;
  readonly messages: Messages;
  readonly sends: Sends;
  readonly outbox: OutboxOverview;
  readonly drafts: Drafts;
  readonly people: People;
  readonly search: Search;
  readonly link: Link;
  readonly settings: Settings;
  readonly desktop: Desktop;
  readonly files: StagedFiles;
  /** Signs nobody out: closes what is open, in reverse. */
  dispose(): Promise<void>;
}

export interface ServiceNeeds {
  readonly dataFolder: string;
  readonly runId: string;
  readonly about: Pick<HostInfo, 'platform' | 'version'>;
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
  const { parts, startDemoService } = needs;
  const session = new Session({
    parts,
    notices,
    log,
    now,
    dataFolder,
    startDemoService,
    secrets: needs.desktop.secrets,
  });
  stack.add(() => session.dispose());
  return {
    notices,
    session,
    chats: new Chats({ session, now }),
    messages: new Messages({ session }),
    sends: new Sends({ session, log, now }),
    outbox: new OutboxOverview({ session }),
    drafts: new Drafts({ session, now }),
    people: new People({ session }),
    search: new Search({ session }),
    link: new Link({ session, now }),
    settings: new Settings({ session, notices, dataFolder }),
    desktop: new Desktop(needs.desktop, needs.about),
    files,
    dispose: () => stack.dispose(),
  };
}
