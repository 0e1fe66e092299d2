import type { ContractError } from '#shared/contract/index.ts';
import { account } from './words/account.ts';
import { settingsErrors } from './words/errors.ts';
import { errors } from './words/errors.ts';
import type { Message, Translator } from './messages.ts';

const SENTENCES: Readonly<Record<string, Message>> = {
  offline: settingsErrors.offline,
  timeout: settingsErrors.timeout,
  unauthorized: settingsErrors.unauthorized,
  'not-found': account.gone,
  'rate-limited': errors.slowDown,
  maintenance: errors.maintenance,
  server: errors.serviceFault,
  disk: errors.disk,
  'disk-newer': errors.diskNewer,
  'disk-damaged': errors.diskDamaged,
  'disk-unsteady': errors.diskUnsteady,
  reopening: errors.reopening,
  disconnected: errors.disconnected,
};

/** Why an act of the settings did not work and what to do: the last sentence of what is said about it. */
export function toWhy({ code }: Pick<ContractError, 'code'>, texts: Translator): string {
  return texts.text(SENTENCES[code] ?? settingsErrors.unknown);
}
