import type { KeyringAnswer, KeyringState } from '#shared/domain/keyring.ts';
import type { SecretStore } from '#main/services/host/host.ts';

/** A keyring in memory, which a test puts into each state. Its waiting calls are answered by `answerLate`. */
export class FakeKeyring implements SecretStore {
  readonly kept = new Map<string, string>();
  readonly calls: string[] = [];
  state: KeyringState = 'ready';
  /** Calls wait until `answerLate`, as behind a question on the screen. */
  isAsking = false;
  #waiting: (() => void)[] = [];

  find(account: string, isExpected: boolean): Promise<KeyringAnswer> {
    return this.#do('find', account, () => {
      const secret = this.kept.get(account) ?? null;
      return secret === null && isExpected ? { state: 'locked', detail: 'made up' } : { state: 'ready', secret };
    });
  }

  save(account: string, secret: string): Promise<KeyringAnswer> {
    return this.#do('save', account, () => {
      this.kept.set(account, secret);
      return { state: 'ready', secret: null };
    });
  }

  remove(account: string, isExpected: boolean): Promise<KeyringAnswer> {
    return this.#do('remove', account, () => {
      const wasThere = this.kept.delete(account);
      return wasThere || !isExpected ? { state: 'ready', secret: null } : { state: 'locked', detail: 'made up' };
    });
  }

  answerLate(): void {
    this.isAsking = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  dispose(): void {
    this.calls.push('dispose');
    this.state = 'silent';
    this.answerLate();
  }

  async #do(act: string, account: string, work: () => KeyringAnswer): Promise<KeyringAnswer> {
    if (!account.includes('nobody')) this.calls.push(act);
    if (this.isAsking) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.state === 'ready' ? work() : { state: this.state, detail: 'made up' };
  }
}
