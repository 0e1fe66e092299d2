/**
 * The keys of the accounts in the keyring of this computer, and how that stands.
 *
 * KEY-1 nobody waits longer than a moment for the keyring, which may have put a question on the screen: what it says
 *       later is heard, and acted upon if it still fits.
 * KEY-2 a key that comes to lie in the keyring after its person has signed out is taken out again.
 * KEY-3 nothing here throws: that a key could not be kept or found is a state.
 * KEY-4 each account has its own key there, and nothing that is done about one touches another's: who goes to another
 *       account leaves their key where it is, who signs out or removes the account takes it along.
 */
import type { Log } from '#main/platform/log.ts';
import type { KeyringAnswer, KeyringState } from '#shared/domain/keyring.ts';
import type { Serial } from '#shared/lib/serial.ts';
import type { SecretStore } from '#main/services/host/host.ts';
import type { Credentials } from './ports.ts';
import { toAccountId, type Whose } from './account-id.ts';
import type { SessionMemory } from './session-memory.ts';

export interface KeyKeeperNeeds {
  readonly secrets: SecretStore | null;
  readonly memory: SessionMemory;
  /** What is heard late takes its turn like any other act. */
  readonly turns: Serial;
  readonly log: Log;
  /** The state, or whether the key is kept, is another one. */
  readonly onChange: () => void;
}

/** Somebody wishes their key to be kept, in this run. */
interface Wish {
  readonly credentials: Credentials;
  isKept: boolean;
}

const GRACE_MS = 1_500;
/** Nobody is called so; asking for it shows whether there is a keyring, and asks no person. */
const NOBODY: Whose = { username: '', baseUrl: 'nobody' };

export class KeyKeeper {
  readonly #needs: KeyKeeperNeeds;
  #state: KeyringState;
  readonly #wishes = new Map<string, Wish>();

  constructor(needs: KeyKeeperNeeds) {
    this.#needs = needs;
    this.#state = needs.secrets === null ? 'absent' : 'ready';
  }

  /** What the keyring said last; `silent` while it is late with an answer. */
  get state(): KeyringState {
    return this.#state;
  }

  /** The key of that account which a person wished to be kept and that is not, as long as they are here. */
  findUnkept(whose: Whose): Credentials | null {
    const wish = this.#wishes.get(toAccountId(whose));
    return wish === undefined || wish.isKept ? null : wish.credentials;
  }

  /** Whether there is a keyring; troubles nobody. `isHasty`: somebody waits, and not for this. */
  async look(isHasty = false): Promise<void> {
    const asked = this.#ask('look', (secrets) => secrets.find(toName(NOBODY), false));
    if (!isHasty) await withGrace(asked);
  }

  /** The key that was kept, or null. What comes later is told to `onLate`. */
  async find(whose: Whose, onLate: (apiKey: string) => Promise<void> | undefined): Promise<string | null> {
    const toKey = (answer: KeyringAnswer): string | null => (answer.state === 'ready' ? answer.secret : null);
    const asked = this.#ask('find', (secrets) => secrets.find(toName(whose), true)).then(toKey);
    const answer = await withGrace(asked);
    if (answer !== LATE) return answer;
    this.#later(asked, async (apiKey) => {
      if (apiKey !== null) await onLate(apiKey);
    });
    return null;
  }

  /** Puts the key of an account into the keyring. */
  async keep(credentials: Credentials): Promise<void> {
    const { apiKey, ...whose } = credentials;
    const wish: Wish = { credentials, isKept: false };
    this.#wishes.set(toAccountId(whose), wish);
    const asked = this.#ask('save', (secrets) => secrets.save(toName(whose), apiKey));
    await this.#settle(asked, async ({ state }) => {
      if (state === 'ready') await this.#saved(wish);
    });
  }

  /** Takes the key of an account out of the keyring. `isExpected`: it lies there, as far as is known. */
  async forget(whose: Whose, isExpected = true): Promise<void> {
    const asked = this.#ask('remove', (secrets) => secrets.remove(toName(whose), isExpected));
    await this.#settle(asked, async ({ state }) => {
      // Heard late: meanwhile the same person may have come back and had their key kept.
      const isKeptAgain = this.#wishes.get(toAccountId(whose))?.isKept === true;
      if (isExpected && state === 'ready' && !isKeptAgain) await this.#noteKept(whose, false);
    });
  }

  /** Nobody wishes the key of that account to be kept any more. */
  letGo(whose: Whose): void {
    this.#wishes.delete(toAccountId(whose));
  }

  /** Ends what is under way. */
  dispose(): void {
    this.#needs.secrets?.dispose();
  }

  async #saved(wish: Wish): Promise<void> {
    const { credentials } = wish;
    const newest = this.#wishes.get(toAccountId(credentials));
    if (newest === wish) {
      wish.isKept = true;
      await this.#noteKept(credentials, true);
      // What lies there is a former key, or that of somebody who signed out.
    } else if (newest?.isKept !== true) await this.forget(credentials);
  }

  async #noteKept(whose: Whose, isKeyKept: boolean): Promise<void> {
    await this.#needs.memory.note(whose, { isKeyKept });
    this.#needs.onChange();
  }

  async #ask(act: string, ask: (secrets: SecretStore) => Promise<KeyringAnswer>): Promise<KeyringAnswer> {
    const { secrets, log } = this.#needs;
    if (secrets === null) return { state: 'absent', detail: 'none is used' };
    const late = setTimeout(() => this.#become('silent'), GRACE_MS);
    const answer = await ask(secrets);
    clearTimeout(late);
    if (answer.state !== 'ready') log.info('keyring.notReady', { act, state: answer.state, detail: answer.detail });
    this.#become(answer.state);
    return answer;
  }

  #become(state: KeyringState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#needs.onChange();
  }

  async #settle<Output>(asked: Promise<Output>, settle: (answer: Output) => Promise<void>): Promise<void> {
    const answer = await withGrace(asked);
    if (answer === LATE) this.#later(asked, settle);
    else await settle(answer);
  }

  #later<Output>(asked: Promise<Output>, act: (answer: Output) => Promise<void>): void {
    const { turns, log } = this.#needs;
    asked.then((answer) => turns.run(() => act(answer))).catch((error: unknown) => log.error('keyring.late', error));
  }
}

const LATE = Symbol('late');

async function withGrace<Output>(asked: Promise<Output>): Promise<Output | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), GRACE_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

const toName = ({ baseUrl, username }: Whose): string => `${username} ${baseUrl}`;
