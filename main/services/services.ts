import { openImportFile } from '#main/importing/check/import-file.ts';
import { createToken } from '#main/platform/ids.ts';
import type { Log } from '#main/platform/log.ts';
import type { Tunnels } from '#main/webhooks/tunnel/ports.ts';
import type { HostInfo } from '#shared/contract/index.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { Session } from './account/session.ts';
import { ChatActions } from './chats/chat-actions.ts';
import { SavedViews } from './chats/saved-views.ts';
import { UndoMemory } from './chats/undo-memory.ts';
import { AccountUsers } from './contacts/account-users.ts';
import { Countries } from './contacts/countries.ts';
import { DesktopAbilities } from './desktop/desktop-abilities.ts';
import { PageTarget } from './desktop/page-target.ts';
import { TrayUpdates } from './desktop/tray-updates.ts';
import { UserActions } from './desktop/user-actions.ts';
import { EventBus } from './event-bus.ts';
import { StagedFiles } from './files/staged-files.ts';
import { Connection } from './health/connection.ts';
import { toHostInfo, type HostPort } from './host/host.ts';
import { ImportDrafts } from './importing/drafts.ts';
import { Lookups } from './lookups/lookups.ts';
import { Notifications } from './notifications/notifications.ts';
import { UserActivity } from './notifications/user-activity.ts';
import type { AccountParts, DemoService } from './account/ports.ts';
import { Search } from './search/search.ts';
import { QuitGuard } from './sending/quit-guard.ts';
import { Settings } from './settings/settings.ts';
import { MergePasses } from './templates/merge-pass.ts';
import { TemplateCreations } from './templates/service-templates.ts';
import { findRestartReasons } from './updates/restart-reasons.ts';
import { Updates } from './updates/updates.ts';

/** What the handlers of requests work with. `session.getAccount()` leads to the store, sync and outbox of the open account. */
export interface Services {
  readonly session: Session;
  readonly events: EventBus;
  readonly files: StagedFiles;
  readonly undo: UndoMemory;
  readonly chatActions: ChatActions;
  readonly savedViews: SavedViews;
  readonly search: Search;
  readonly countries: Countries;
  readonly lookups: Lookups;
  readonly users: AccountUsers;
  readonly importDrafts: ImportDrafts;
  readonly templateCreations: TemplateCreations;
  readonly mergePasses: MergePasses;
  readonly connection: Connection;
  readonly tunnels: Pick<Tunnels, 'listPrograms'>;
  readonly settings: Settings;
  readonly quitGuard: QuitGuard;
  readonly userActivity: UserActivity;
  readonly notifications: Notifications;
  readonly desktop: DesktopAbilities;
  readonly pageTarget: PageTarget;
  readonly updates: Updates;
  readonly host: HostPort;
  readonly hostInfo: HostInfo;
  readonly now: () => number;
  /** Closes what is open, in reverse order. The account stays signed in. */
  dispose(): Promise<void>;
}

export interface ServiceNeeds {
  readonly dataFolder: string;
  readonly runId: string;
  readonly about: Pick<HostInfo, 'platform' | 'version' | 'dataId'>;
  readonly host: HostPort;
  readonly parts: AccountParts;
  readonly startDemoService: () => Promise<DemoService>;
  readonly log: Log;
  readonly now: () => number;
}

/** Creates the services. No account is open yet: `session.restore()` and `session.startDemo()` open one. */
export async function createServices(needs: ServiceNeeds): Promise<Services> {
  const { dataFolder, host, log, now } = needs;
  const stack = new DisposeStack();
  const createId = (): string => createToken(12);
  const onBug = (error: unknown): void => log.error('events.listenerFailed', error);
  const events = new EventBus({ runId: needs.runId, now, onBug });
  stack.add(() => events.dispose());
  const files = new StagedFiles({ dataFolder, onBug: (error) => log.error('files.notRemoved', error) });
  await files.start();
  stack.add(() => files.dispose());
  const session = new Session({ ...needs, events, secrets: host.secrets });
  stack.add(() => session.dispose());
  const undo = new UndoMemory({ createId });
  const chatActions = new ChatActions({ session, undo, now });
  const settings = new Settings({ session, events, dataFolder });
  const { platform } = needs.about;
  const notifications = new Notifications({
    ...{ session, events, host, settings, chatActions, platform, log, now },
  });
  stack.add(() => notifications.dispose());
  const userActivity = new UserActivity({ host, events });
  stack.add(() => userActivity.dispose());
  const desktop = new DesktopAbilities({ host, events, onBug: (error) => log.error('desktop.notRead', error) });
  stack.add(() => desktop.dispose());
  const pageTarget = new PageTarget({ session, events });
  stack.add(() => pageTarget.dispose());
  const userActions = new UserActions({ host, session, events, notifications, settings, pageTarget, log, now });
  stack.add(() => userActions.dispose());
  const tray = new TrayUpdates({ host, session, events, settings, log, now });
  stack.add(() => tray.dispose());
  const importDrafts = new ImportDrafts({ session, events, files, createId, log, openFile: openImportFile });
  stack.add(() => importDrafts.dispose());
  const quitGuard = new QuitGuard({ session });
  const findReasons = (): ReturnType<typeof findRestartReasons> => findRestartReasons({ session, quitGuard });
  const updates = new Updates({ host, events, findReasons, now, onBug: (error) => log.error('updates.failed', error) });
  stack.add(() => updates.dispose());
  const mergePasses = new MergePasses();
  stack.add(() => mergePasses.dispose());
  return {
    ...{ session, events, files, undo, userActivity, notifications, desktop, pageTarget, importDrafts, host, now },
    ...{ chatActions, settings },
    savedViews: new SavedViews({ session, events, createId }),
    search: new Search({ session }),
    countries: new Countries(),
    lookups: new Lookups({ now }),
    users: new AccountUsers({ now }),
    templateCreations: new TemplateCreations(),
    mergePasses,
    connection: new Connection({ session, log, now }),
    tunnels: needs.parts.tunnels,
    quitGuard,
    updates,
    hostInfo: toHostInfo(host, needs.about),
    dispose: () => stack.dispose(),
  };
}
