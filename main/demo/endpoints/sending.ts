import { planMessages } from '../behaviour/outgoing.ts';
import type { AcceptedSend } from '../behaviour/outgoing.ts';
import type { Reply } from '../http.ts';
import { refuseWhole } from '../refusal.ts';
import { cutToParts } from '../rules/parts.ts';
import { isPossible, toDigits, toInternational } from '../rules/phones.ts';
import type { Outbound } from '../state/model.ts';
import type { Call, Row } from './call.ts';

const MOST_PARTS = 6;
const MOST_RECIPIENTS = 1_000;
const ALPHANUMERIC_SENDER = 'NORTHGATE';
/** Ways to send that this service does not have yet: refused, never silently sent another way. */
const NOT_HERE = ['templateId', 'sendingTime', 'sendingDateTime', 'rrule', 'resources', 'tts'] as const;

function refuseWhatIsNotHere({ body }: Call): void {
  for (const name of NOT_HERE) {
    if (body.has(name) && body.text(name) !== 'false') body.reject(name, 'The demo service cannot do this yet.');
  }
  if (body.has('destination') && !['t', 'text', 'sms'].includes(body.text('destination'))) {
    body.reject('destination', 'The demo service cannot do this yet.');
  }
}

function parsePhones({ body }: Call): string[] {
  const isLocal = body.flag('local', false);
  const country = body.text('localCountry') || 'GB';
  return body.list('phones').map((text) => {
    const phone = isLocal ? toInternational(text, country) : toDigits(text);
    if (!isPossible(phone)) body.reject('phones', `${text} is not a valid phone number.`);
    return phone;
  });
}

function parseContactPhones({ body, world }: Call): string[] {
  return body.ids('contacts').flatMap((id) => {
    const contact = world.contacts.find(id);
    if (contact === undefined) body.reject('contacts', `Contact ${id} not found.`);
    return contact === undefined ? [] : [contact.phone];
  });
}

function parseListPhones({ body, world }: Call): string[] {
  return body.ids('lists').flatMap((id) => {
    if (world.lists.find(id) === undefined) body.reject('lists', `List ${id} not found.`);
    return world.contacts.rows.filter((contact) => contact.listIds.includes(id)).map((contact) => contact.phone);
  });
}

/** Everyone once, without those whom the account has blocked. */
function listRecipients(call: Call): string[] {
  const { world, body } = call;
  const phones = [...new Set([...parsePhones(call), ...parseContactPhones(call), ...parseListPhones(call)])];
  body.check();
  if (phones.length === 0) throw refuseWhole('At least one recipient is required: phones, contacts or lists.');
  const allowed = phones.filter((phone) => world.findContactByPhone(phone)?.blocked !== true);
  if (allowed.length === 0) throw refuseWhole('All recipients are blocked.');
  if (allowed.length > MOST_RECIPIENTS) throw refuseWhole('The demo service cannot send to more than 1,000 yet.');
  return allowed;
}

/** The sender as asked, or the default one where that may not be used. */
function toSender({ body, world }: Call): string {
  const asked = toDigits(body.text('from'));
  return asked === ALPHANUMERIC_SENDER ? asked : world.account.phone;
}

/** The text as it may leave: cut to the limit when asked so, refused when too long. */
function toFittingText(call: Call, text: string, phones: readonly string[]): string {
  const { body, world } = call;
  const most = body.int('partsCount', MOST_PARTS);
  const cutsExtra = body.flag('cutExtra', false);
  if (most < 1 || most > MOST_PARTS) body.reject('partsCount', `This value should be between 1 and ${MOST_PARTS}.`);
  body.check();
  const needed = Math.max(...planMessages(world, text, phones).map((one) => one.parts));
  if (needed <= most) return text;
  if (cutsExtra) return cutToParts(text, most);
  body.reject('text', `The text is too long: ${needed} parts, at most ${most} are allowed.`);
  body.check();
  return text;
}

function parseSend(call: Call): AcceptedSend {
  const { body } = call;
  refuseWhatIsNotHere(call);
  const text = body.text('text');
  const wantsChat = body.flag('createChat', false);
  const referenceId = body.text('referenceId') || null;
  body.check();
  if (text.trim() === '') throw refuseWhole('Either text or templateId must be given.');
  const phones = listRecipients(call);
  const fitting = toFittingText(call, text, phones);
  return { text: fitting, phones, sender: toSender(call), referenceId, createChat: wantsChat };
}

function toSendReply(call: Call, sessionId: number, messages: readonly Outbound[]): Reply {
  const [only] = messages;
  const isOne = only !== undefined && messages.length === 1;
  const id = isOne ? only.id : sessionId;
  const link = {
    id,
    href: isOne ? `/api/v2/messages/${id}` : `/api/v2/sessions/${id}`,
    type: isOne ? 'message' : 'session',
    sessionId,
    bulkId: null,
    messageId: isOne ? id : null,
    scheduleId: null,
  };
  if (call.shape === 'spec') return { status: 201, body: link };
  const chat = isOne ? call.world.findChatByPhone(only.receiver) : undefined;
  return { status: 201, body: { ...link, chatId: chat?.id ?? null } };
}

function sendMessages(call: Call): Reply {
  const { service, world } = call;
  const send = parseSend(call);
  const price = planMessages(world, send.text, send.phones).reduce((sum, one) => sum + one.price, 0);
  if (price > world.data.balance) throw refuseWhole('Your balance is too low to send this message.');
  const { session, messages } = service.dispatch.send(send);
  return toSendReply(call, session.id, messages);
}

export const sendingRows: readonly Row[] = [
  { method: 'POST', path: '/messages', group: 'messages', handle: sendMessages },
];
