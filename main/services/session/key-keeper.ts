/**
 * The key of the account in the keyring of this computer, and how that stands.
 *
 * KEY-1 nobody waits longer than a moment for the keyring, which may have put a question on the screen: what it says
 *       later is heard, and acted upon if it still fits.
 * KEY-2 a key that comes to lie in the keyring after its person has left is taken out again.
 * KEY-3 nothing here throws: that a key could not be kept or found is a state.
 */
import type { Log } from '#main/platform/log.ts';
import type { KeyringAnswer, KeyringState } from '#shared/domain/keyring.ts';
import type { Serial } from '#shared/lib/serial.ts';
import type { Credentials, SecretStore } from '../ports.ts';
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

type Whose = Pick<Credentials, 'baseUrl' | 'username'>;

const GRACE_MS = 1_500;
/** Nobody is called so; asking for it shows whether there is a keyring, and asks no person. */
const NOBODY: Whose = { username: '', baseUrl: 'nobody' };

export class KeyKeeper {
  readonly #needs: KeyKeeperNeeds;
  #state: KeyringState;
  #unkept: Credentials | null = null;

  constructor(needs: KeyKeeperNeeds) {
    this.#needs = needs;
    this.#state = needs.secrets === null ? 'absent' : 'ready';
  }

  /** What the keyring said last; `silent` while it is late with an answer. */
  get state(): KeyringState {
    return this.#state;
  }

  /** The key that a person wished to be kept and that is not, as long as they are here. */
  get unkept(): Credentials | null {
    return this.#unkept;
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

  /** Puts the key of the account that is open into the keyring. */
  async keep(credentials: Credentials): Promise<void> {
    const { apiKey, ...whose } = credentials;
    this.#unkept = credentials;
    const asked = this.#ask('save', (secrets) => secrets.save(toName(whose), apiKey));
    const settle = async ({ state }: KeyringAnswer): Promise<void> => {
      if (state !== 'ready') return;
      // Another key or another person may have come since.
      if (this.#unkept === credentials) {
        this.#unkept = null;
        await this.#noteKept(true);
      } else await this.forget(whose);
    };
    await this.#settle(asked, settle);
  }

  /** Takes the key of an account out of the keyring. `isExpected`: it lies there, as far as is known. */
  async forget(whose: Whose, isExpected = true): Promise<void> {
    const asked = this.#ask('remove', (secrets) => secrets.remove(toName(whose), isExpected));
    const settle = async ({ state }: KeyringAnswer): Promise<void> => {
      if (isExpected && state === 'ready' && this.#needs.memory.isOf(whose)) await this.#noteKept(false);
    };
    await this.#settle(asked, settle);
  }

  /** Whoever is here now did not ask for anything yet. */
  letGo(): void {
    this.#unkept = null;
  }

  /** Ends what is under way. */
  dispose(): void {
    this.#needs.secrets?.dispose();
  }

  async #noteKept(isKeyKept: boolean): Promise<void> {
    await this.#needs.memory.note({ isKeyKept });
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
