import type { AuthForm } from '#main/api/credentials.ts';
import type { ProbeResult } from '#main/api/probe.ts';
import type { StoreNotice } from '#main/store/api.ts';
import type { ChangeSet } from '#shared/domain/sync.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { openAccount, type AccountNeeds, type OpenAccount, type StoreFailure } from './account.ts';
import { toAccountFolder, toAccountId } from './account-id.ts';
import { askForAdmission } from './admission.ts';
import { ServiceMemory } from './service-memory.ts';
import { ConnectionStatus } from '#main/services/health/connection-status.ts';
import type { AccountClient, AccountCredentials, DemoService } from './ports.ts';

export interface Opening {
  /** Without a key the account is opened on what is kept here; `knownForm` is not null then. */
  readonly credentials: AccountCredentials;
  /** Null: the service is asked first. Otherwise the form in which it took the credentials when it was. */
  readonly knownForm: AuthForm | null;
  /** The demo service that this account lives on; ends with the session. */
  readonly demo: DemoService | null;
}

/** What the session does and hears while an account is opened. */
export interface OpeningSteps {
  readonly dataFolder: string;
  /** Ends the waiting for the service. */
  readonly ending: AbortSignal;
  /** The service took the key: what was open before makes room. */
  readonly makeRoom: () => Promise<void>;
  readonly onStoreNotice: (notice: StoreNotice) => void;
  /** Something in the store of the open account changed. */
  readonly onChange: (changes: ChangeSet) => void;
  /** Something was learned about the service of the open account. */
  readonly onLearned: () => void;
  /** What only another opening of the account in that folder gets over. */
  readonly onStoreFailed: (folder: string, why: StoreFailure) => void;
}

export interface Opened {
  readonly account: OpenAccount;
  readonly authForm: AuthForm;
  /** Where its files are. */
  readonly folder: string;
  readonly isDemo: boolean;
  /** Closes the account and all that was opened for it. */
  readonly end: () => Promise<void>;
}

/** Opens an account. Rejects with what keeps us out, everything closed again. */
export async function openSession(needs: AccountNeeds, opening: Opening, steps: OpeningSteps): Promise<Opened> {
  const { credentials, knownForm, demo } = opening;
  const isDemo = demo !== null;
  const { parts, notices, now } = needs;
  const stack = new DisposeStack();
  stack.add(async () => demo?.dispose());
  if (credentials.apiKey !== null) stack.add(needs.log.hide(credentials.apiKey));
  const live = new ConnectionStatus({ now, tell: (status) => notices.statusChanged(status) });
  stack.add(() => live.dispose());
  try {
    const folder = toAccountFolder(steps.dataFolder, demo === null ? toAccountId(credentials) : null);
    const memory = new ServiceMemory(folder, needs.log);
    stack.add(() => memory.dispose());
    const client = parts.createClient({
      credentials,
      authForm: knownForm ?? undefined,
      // The demo begins where it was left, also in what it was told not to have.
      knowledge: await memory.recall(),
      onLearned(data) {
        void memory.keep(data);
        steps.onLearned();
      },
      onPaused: live.paused.bind(live),
    });
    const admission = await enter(client, opening, steps);
    const { onStoreNotice } = steps;
    const onStoreFailed = (why: StoreFailure): void => steps.onStoreFailed(folder, why);
    const heard = { onStoreNotice, onStoreFailed };
    const account = await openAccount(needs, { credentials, client, folder, live, isDemo, ...heard });
    stack.add(() => account.dispose());
    if (admission !== null) await account.store.saveAccount({ account: admission.account });
    stack.add(account.store.onChange(steps.onChange));
    const authForm = admission?.authForm ?? knownForm ?? 'headers';
    return { account, authForm, folder, isDemo, end: () => stack.dispose() };
  } catch (error) {
    // Why it was not opened is what whoever waits is told.
    await stack.dispose().catch((problem: unknown) => needs.log.error('session.notClosed', problem));
    throw error;
  }
}

/** Asks where that is needed, and makes room. Throws what keeps us out, after closing the client. */
async function enter(client: AccountClient, opening: Opening, steps: OpeningSteps): Promise<ProbeResult | null> {
  try {
    const admission = opening.knownForm === null ? await askForAdmission(client, steps.ending) : null;
    await steps.makeRoom();
    return admission;
  } catch (error) {
    await client.dispose();
    throw error;
  }
}
