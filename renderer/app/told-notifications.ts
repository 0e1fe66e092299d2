/**
 * Which texts this browser has told one account's user of, by notification and revision: a reload, or the next tab, tells of
 * none of them again.
 */
export class ToldNotifications {
  readonly #openStorage: (() => Pick<Storage, 'getItem' | 'setItem'>) | null;
  readonly #key: string;
  /** What was told in this page, also where the browser keeps nothing. */
  #told: ReadonlyMap<string, number>;

  /** `account`: the identity of the account; what is kept goes with it. */
  constructor(openStorage: (() => Pick<Storage, 'getItem' | 'setItem'>) | null, account: string) {
    this.#openStorage = openStorage;
    this.#key = `switchboard.notifications.told.${account}`;
    this.#told = this.#read();
  }

  has({ id, revision }: { readonly id: string; readonly revision: number }): boolean {
    return (this.#told.get(id) ?? -Infinity) >= revision;
  }

  /** Keeps these and no others: what stands no more cannot come again with an old revision. */
  keep(items: readonly { readonly id: string; readonly revision: number }[]): void {
    const next = new Map(items.map(({ id, revision }) => [id, revision]));
    const isSame = next.size === this.#told.size && items.every((item) => this.#told.get(item.id) === item.revision);
    this.#told = next;
    if (!isSame) this.#save();
  }

  #read(): Map<string, number> {
    try {
      const kept: unknown = JSON.parse(this.#openStorage?.().getItem(this.#key) ?? '[]');
      return new Map(Array.isArray(kept) ? kept.filter(isEntry) : []);
    } catch {
      return new Map();
    }
  }

  #save(): void {
    try {
      this.#openStorage?.().setItem(this.#key, JSON.stringify([...this.#told]));
    } catch {
      // A closed or full storage: after a reload the user may be told once more.
    }
  }
}

const isEntry = (value: unknown): value is [string, number] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'number';
