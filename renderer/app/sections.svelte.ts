export type SectionName = 'inbox' | 'settings';

/** Which section of the window is on screen. Another account begins with its inbox. */
export class Sections {
  #chosen = $state.raw<{ readonly section: SectionName; readonly identity: string }>({
    section: 'inbox',
    identity: '',
  });
  #wantedSettings = $state.raw<string | null>(null);
  readonly #readIdentity: () => string;

  /** `readIdentity` tells accounts apart; reads runes. */
  constructor(readIdentity: () => string) {
    this.#readIdentity = readIdentity;
  }

  get current(): SectionName {
    const { section, identity } = this.#chosen;
    return identity === this.#readIdentity() ? section : 'inbox';
  }

  go(section: SectionName): void {
    this.#chosen = { section, identity: this.#readIdentity() };
  }

  /** Goes to one section of the settings, which takes it once it is on screen. */
  goSettings(id: string): void {
    this.#wantedSettings = id;
    this.go('settings');
  }

  /** The section of the settings that somebody goes to; null: none. */
  get wantedSettings(): string | null {
    return this.#wantedSettings;
  }

  /** It is there. */
  takeSettings(): string | null {
    const wanted = this.#wantedSettings;
    this.#wantedSettings = null;
    return wanted;
  }
}
