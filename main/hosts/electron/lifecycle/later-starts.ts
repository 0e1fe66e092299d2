/**
 * What reaches a running app from outside: a second start, and on macOS an address to open. While the app ends, it is kept,
 * and the app starts again with it.
 */
import type { RelaunchOptions } from 'electron';
import type { ElectronApi } from '../electron-api.ts';
import type { UserActions } from '../shell/user-actions.ts';
import { findLinks } from './links.ts';
import { HIDDEN } from './login-start.ts';
import type { QuitState } from './quit.ts';

export interface LaterStartsNeeds {
  readonly app: Pick<ElectronApi['app'], 'on' | 'relaunch'>;
  readonly acts: Pick<UserActions, 'tell'>;
  /** The program with its arguments, as this process was started. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly findQuitState: () => QuitState;
  readonly isSessionEnding: () => boolean;
  readonly reveal: () => void;
}

export class LaterStarts {
  readonly #needs: LaterStartsNeeds;
  readonly #links: string[] = [];
  #isWanted = false;
  #isRelaunched = false;

  constructor(needs: LaterStartsNeeds) {
    this.#needs = needs;
  }

  /** Before Electron is ready: an address that starts the app on macOS comes before. */
  watch(): void {
    const { app } = this.#needs;
    app.on('second-instance', (_event, argv) => this.#arrive(findLinks(argv), argv.includes(HIDDEN)));
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.#arrive(findLinks([url]), false);
    });
  }

  /** The user started the app while it ends. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** At the very end of quitting: Electron starts the app again once this process is gone. */
  readonly leave = (): void => {
    const { app, isSessionEnding, argv, environment } = this.#needs;
    if (!this.#isWanted || this.#isRelaunched || isSessionEnding()) return;
    this.#isRelaunched = true;
    app.relaunch(toRelaunch(argv, this.#links, environment));
  };

  /** As `leave`, and the app starts again even if the user did not start it. */
  readonly startAgain = (): void => {
    this.#isWanted = true;
    this.leave();
  };

  #arrive(links: readonly string[], isHidden: boolean): void {
    const { acts, findQuitState, reveal } = this.#needs;
    const state = findQuitState();
    if (state === 'open' || state === 'asking') {
      for (const url of links) acts.tell({ kind: 'link', url });
      if (!isHidden) reveal();
      return;
    }
    if (isHidden) return;
    this.#isWanted = true;
    this.#links.push(...links);
    // An installer would end what starts meanwhile; it starts the app itself.
    if (state === 'closed') this.leave();
  }
}

/** As this process was started, but with the new links and in sight. An AppImage is gone with this process: its own file. */
export function toRelaunch(
  argv: readonly string[],
  links: readonly string[],
  environment: Readonly<Record<string, string>>,
): RelaunchOptions {
  const old = new Set([HIDDEN, ...findLinks(argv)]);
  const args = [...argv.slice(1).filter((argument) => !old.has(argument)), ...links];
  const appImage = environment['APPIMAGE'];
  return appImage === undefined ? { args } : { args, execPath: appImage };
}
