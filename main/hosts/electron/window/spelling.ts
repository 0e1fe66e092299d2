/**
 * Which languages the spelling is checked in. macOS has its own dictionaries and finds the language by itself. On Windows and
 * Linux Chromium would download them from others: the package brings some along instead, which are copied to where Chromium
 * looks first; without any, nothing is checked there.
 */
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ElectronSession } from '../electron-api.ts';

export type SpellingSession = Pick<
  ElectronSession,
  | 'availableSpellCheckerLanguages'
  | 'getSpellCheckerLanguages'
  | 'setSpellCheckerDictionaryDownloadURL'
  | 'setSpellCheckerEnabled'
  | 'setSpellCheckerLanguages'
>;

export interface SpellingNeeds {
  readonly session: SpellingSession;
  readonly platform: NodeJS.Platform;
  /** Of the package; may be missing. */
  readonly dictionaryFolder: string;
  /** Electron's folder `userData`: Chromium keeps its dictionaries in it. */
  readonly userDataFolder: string;
  /** Of the system, the preferred first: `en-GB`. */
  readonly systemLanguages: readonly string[];
  readonly report: (what: string, error: unknown) => void;
}

/** A language of the menu. */
export interface SpellingLanguage {
  readonly code: string;
  readonly name: string;
  readonly isOn: boolean;
}

/** Nobody has this name (RFC 2606): a dictionary that is missing is asked of nobody. */
const NOWHERE = 'https://dictionaries.invalid/';
/** As Electron's release names them: `en-GB-10-1.bdic`, and for French, which Chromium calls `fr`, `fr-FR-3-0.bdic`. */
const DICTIONARY = /^(?<code>[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?)-\d+-\d+\.bdic$/;

export class Spelling {
  readonly #needs: SpellingNeeds;
  #codes: readonly string[] = [];

  constructor(needs: SpellingNeeds) {
    this.#needs = needs;
  }

  /** Once Electron is ready, before there is a window. Where something fails, nothing is checked. */
  async load(): Promise<void> {
    const { session, platform, report } = this.#needs;
    if (platform === 'darwin') {
      session.setSpellCheckerEnabled(true);
      return;
    }
    session.setSpellCheckerDictionaryDownloadURL(NOWHERE);
    try {
      this.#codes = await this.#copy();
      const chosen = session.getSpellCheckerLanguages().filter((code) => this.#codes.includes(code));
      this.#set(chosen.length > 0 ? chosen : this.#findUsual());
    } catch (error) {
      report('window.spellingNotLoaded', error);
      session.setSpellCheckerEnabled(false);
    }
  }

  /** Those that can be chosen, by name; none where the system chooses. */
  list(): readonly SpellingLanguage[] {
    const on = new Set(this.#needs.session.getSpellCheckerLanguages());
    const names = new Intl.DisplayNames('en', { type: 'language' });
    const languages = this.#codes.map((code) => ({ code, name: names.of(code) ?? code, isOn: on.has(code) }));
    return languages.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  }

  /** Several may be checked at once; with none, nothing is. Chromium keeps the choice. */
  toggle(code: string): void {
    const on = this.#needs.session.getSpellCheckerLanguages().filter((other) => this.#codes.includes(other));
    this.#set(on.includes(code) ? on.filter((other) => other !== code) : [...on, code]);
  }

  #set(codes: readonly string[]): void {
    const { session } = this.#needs;
    session.setSpellCheckerLanguages([...codes]);
    session.setSpellCheckerEnabled(codes.length > 0);
  }

  /** The dictionary of the system's first language that has one: the very one, else another of that language. */
  #findUsual(): string[] {
    for (const wanted of this.#needs.systemLanguages) {
      const [language] = wanted.split('-');
      const found =
        this.#codes.find((code) => code === wanted) ?? this.#codes.find((code) => code.split('-')[0] === language);
      if (found !== undefined) return [found];
    }
    return [];
  }

  /** Copies what is not there yet. Answers the codes of all that came along. Rejects with the disk's error. */
  async #copy(): Promise<string[]> {
    const { dictionaryFolder, userDataFolder } = this.#needs;
    if (!existsSync(dictionaryFolder)) return [];
    const files = (await readdir(dictionaryFolder)).filter((name) => DICTIONARY.test(name));
    const folder = path.join(userDataFolder, 'Dictionaries');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of files.filter((file) => !existsSync(path.join(folder, file)))) {
      await copyFile(path.join(dictionaryFolder, name), path.join(folder, name), constants.COPYFILE_FICLONE);
    }
    return files.flatMap((name) => this.#findCode(DICTIONARY.exec(name)?.groups?.['code'] ?? '') ?? []);
  }

  /** What Chromium calls the language of a dictionary; undefined where it does not know it. */
  #findCode(given: string): string | undefined {
    const known = this.#needs.session.availableSpellCheckerLanguages;
    return known.find((code) => code === given) ?? known.find((code) => code === given.split('-')[0]);
  }
}
