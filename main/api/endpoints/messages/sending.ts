import type { PhoneKey } from '#shared/domain/ids.ts';
import type { CallOptions } from '../../call.ts';
import { toBadResponse } from '../../errors.ts';
import { parseRecipients, toSendBody } from '../../sends/send-parameters.ts';
import type { FullSend } from '../../sends/send-parameters.ts';
import type { Service } from '../../service.ts';
import { parseJson } from '../../wire/json.ts';
import { decodeReceipt, EMPTY_RECEIPT } from '../../wire/messages/receipt.ts';
import type { SendReceipt } from '../../wire/messages/receipt.ts';

/** One message to one number. */
export interface SendRequest {
  readonly phone: PhoneKey;
  readonly text: string;
  /** Sender to use; null: the account's default. The service may replace it without a word. */
  readonly from: string | null;
  /** Comes back in delivery callbacks. */
  readonly referenceId: string;
  /** Whether the service shall open a chat for the number. Always sent: its own default is not to. */
  readonly createChat: boolean;
}

/**
 * `POST /messages` (specification, "Messages"): one message to one number, or everything that the service can send: to
 * contacts, lists and numbers together, from a template, at a time or by a rule, as speech or MMS. What came of it is
 * told by the receipt's `type`: a message, a session (2 to 1,000 people), a bulk (more) or a schedule.
 * Never repeated here, and never made in another form: API-8.
 * An empty 2xx is an acceptance without ids; a 2xx that holds something else may come from anybody on the way, so its
 * outcome is unknown.
 * @throws AppError whose `outcome` tells "again" from "checking"; `validation` names the parameters. A number that is none
 * is refused here, before anything leaves (`not-accepted`, `fields.phones`): nobody is left out silently
 */
export async function sendMessage(
  service: Service,
  request: SendRequest | FullSend,
  options: CallOptions,
): Promise<SendReceipt> {
  const row = 'POST /messages';
  const body = 'phone' in request ? toSingleBody(request) : toSendBody(request, parseRecipients(request));
  const answer = await service.call({ row, method: 'POST', path: '/messages', body }, options);
  if (answer.text.trim() === '') return EMPTY_RECEIPT;
  const receipt = decodeReceipt(parseJson(answer.text));
  if (receipt.isOk) return receipt.value;
  throw toBadResponse(row, 'the answer is not a receipt');
}

function toSingleBody({ phone, text, from, referenceId, createChat }: SendRequest) {
  return { text, phones: phone, referenceId, createChat, ...(from === null ? {} : { from }) };
}
