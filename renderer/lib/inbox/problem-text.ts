import type { ContractError } from '#shared/contract/index.ts';
import { errors } from '../catalogue/errors.ts';
import type { Message, Texts } from '../messages.ts';

const SENTENCES: Readonly<Record<string, Message>> = {
  unauthorized: errors.keyForbidden,
  forbidden: errors.keyForbidden,
  'rate-limited': errors.slowDown,
  maintenance: errors.maintenance,
  server: errors.serviceFault,
  'bad-response': errors.serviceFault,
  disk: errors.disk,
  'disk-newer': errors.diskNewer,
  'disk-damaged': errors.diskDamaged,
  disconnected: errors.disconnected,
  cancelled: errors.cancelled,
};

/** Why something did not work: in the service's words where it had any, else in ours. Empty where nobody knows. */
export function toProblemText(
  { code, detail, fields }: Pick<ContractError, 'code' | 'detail' | 'fields'>,
  texts: Texts,
): string {
  const said = [...Object.values(fields).flat(), detail ?? '']
    .map((words) => words.trim())
    .filter((words) => words !== '');
  if (said.length > 0) return [...new Set(said)].join(' ');
  const sentence = SENTENCES[code];
  return sentence === undefined ? '' : texts.text(sentence);
}
