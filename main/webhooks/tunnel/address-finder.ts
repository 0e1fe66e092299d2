/** The public address in what a program prints. */
import vm from 'node:vm';
import { isAppError } from '#shared/domain/app-error.ts';
import { parsePublicUrl } from '../public-address.ts';
import type { TunnelProgram } from './ports.ts';

/**
 * Where each program has it. cloudflared names its own service too where it cannot reach that; ngrok's log has other
 * addresses before the one of the tunnel.
 */
const USUAL: Readonly<Record<TunnelProgram, RegExp>> = {
  cloudflared: /https:\/\/(?!api\.)[a-z\d-]+\.trycloudflare\.com(?![\w.-])/,
  ngrok: /started tunnel.*?\burl"?[=:]\s*"?(https:\/\/[^\s"]+)/,
  other: /https:\/\/[^\s"'<>|()[\]]+/,
};

/** Of a pattern that a person wrote. A regular expression can take for ever: it is stopped. */
const WITHIN_MS = 50;
const MOST_STOPS = 3;
/** On a machine that is held up the time is over before the search has had any of it: then the search begins anew. */
const MOST_TRIES = 3;
/** Nobody prints so much before the address. */
const MOST_LINES = 5_000;
/** As long as a person's may be; what is longer may be cut off by the end of what is read of a line. */
const LONGEST_ADDRESS = 300;
const SEARCH = new vm.Script('pattern.exec(line)');

type Match = (line: string) => RegExpExecArray | null;

/** Looks for the address in one line after the other. Only the first counts: later lines may say what visitors sent. */
export class AddressFinder {
  readonly #match: Match;
  readonly #isLocalService: boolean;
  #linesLeft = MOST_LINES;

  constructor(wish: { readonly program: TunnelProgram; readonly pattern: string; readonly isLocalService: boolean }) {
    const usual = USUAL[wish.program];
    this.#match = wish.pattern === '' ? (line) => usual.exec(line) : toBoundedMatch(new RegExp(wish.pattern));
    this.#isLocalService = wish.isLocalService;
  }

  /** The address in the form in which the app uses it; null where the line has none that is fit for it. */
  find(line: string): string | null {
    if (this.#linesLeft === 0) return null;
    this.#linesLeft -= 1;
    const match = this.#match(line);
    const found = match === null ? '' : (match[1] ?? match[0]).replace(/[.,;:!?]+$/, '');
    if (found === '' || found.length > LONGEST_ADDRESS) return null;
    try {
      return parsePublicUrl(found, { isLocalService: this.#isLocalService });
    } catch (error) {
      if (isAppError(error, 'validation')) return null;
      throw error;
    }
  }
}

function toBoundedMatch(pattern: RegExp): Match {
  const room = vm.createContext({ pattern, line: '' });
  let stops = 0;
  return (line) => {
    if (stops >= MOST_STOPS) return null;
    room['line'] = line;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const before = process.threadCpuUsage();
      try {
        return SEARCH.runInContext(room, { timeout: WITHIN_MS }) as RegExpExecArray | null;
      } catch {
        const { user, system } = process.threadCpuUsage(before);
        if ((user + system) / 1_000 >= WITHIN_MS / 2) break;
      }
    }
    stops += 1;
    return null;
  };
}
