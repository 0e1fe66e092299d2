import type { ChatView, MessageView, OutboxView, SendCheckView } from '#shared/contract/index.ts';
import { NOW } from './statuses.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function toChat(id: number, changes: Partial<ChatView>): ChatView {
  return {
    id,
    phone: `4477009003${String(10 + id)}`,
    name: 'Callum MacIntyre',
    contactId: id,
    avatarId: null,
    status: 'active',
    unreadCount: 0,
    isPinned: false,
    isMuted: false,
    mutedUntil: null,
    isBlocked: false,
    isUnsubscribed: false,
    lastAt: NOW - id * 14 * MINUTE_MS,
    lastText: 'Great, we’ll keep the 14:00 slot for Haggis.',
    lastDirection: 'out',
    lastMark: 'delivered',
    lastSendState: null,
    draft: null,
    from: null,
    country: 'GB',
    ...changes,
  };
}

/** One chat for each thing that a row can say. */
export const chats: readonly ChatView[] = [
  toChat(1, {}),
  toChat(2, {
    name: 'Deborah Okonkwo',
    isPinned: true,
    unreadCount: 2,
    lastDirection: 'in',
    lastText: 'Can he have his breakfast? 🐶',
  }),
  toChat(3, { name: 'مريم الخطيب', unreadCount: 1, lastDirection: 'in', lastText: 'شكراً، هل يمكنني تغيير الموعد؟' }),
  toChat(4, { name: '田中 美咲', lastDirection: 'in', lastText: 'ありがとうございます。明日の15時に伺います。' }),
  toChat(5, { name: 'Tom Abara', lastMark: 'failed', lastText: 'Reminder: Pixel’s booster is due on Friday.' }),
  toChat(6, { name: '', contactId: null, unreadCount: 3, lastDirection: 'in', lastText: 'Hi do you see rabbits??' }),
  toChat(7, { name: 'Siobhán Ní Dhomhnaill', draft: 'Bella’s bloods are back and all' }),
  toChat(8, { name: 'Kwikpet Couriers', isMuted: true, unreadCount: 9, lastDirection: 'in', lastText: 'Your parcel' }),
  toChat(9, { name: 'Priya Raghunathan', lastMark: 'scheduled', lastText: 'Hi Priya, Milo’s nail trim is tomorrow.' }),
  toChat(10, {
    name: 'Gareth Pugh',
    isUnsubscribed: true,
    lastAt: NOW - DAY_MS,
    lastDirection: 'in',
    lastText: 'STOP',
  }),
  toChat(11, { name: 'Somebody Rude', isBlocked: true, lastAt: NOW - DAY_MS }),
  toChat(13, { name: 'Tom Abara', lastMark: 'waiting', lastSendState: 'checking', lastText: 'Friday at 11' }),
  toChat(14, { name: 'Ann Ode', lastMark: 'failed', lastSendState: 'not-sent', lastText: 'See you on Friday' }),
  toChat(12, { name: 'Ines Carvalho', lastMark: 'waiting', lastSendState: 'queued', lastText: 'On our way' }),
];

function toMessage(key: string, changes: Partial<MessageView>): MessageView {
  return {
    key,
    direction: 'out',
    text: 'Thursday 16:40 with Dr Marsh is yours.',
    at: NOW - 8 * MINUTE_MS,
    kind: 'text',
    mark: 'delivered',
    letter: 'd',
    rejectReason: null,
    files: [],
    partsCount: 1,
    price: 0.038,
    send: null,
    ...changes,
  };
}

type SendView = NonNullable<MessageView['send']>;
function toSend(changes: Partial<SendView>): Partial<MessageView> {
  const send: SendView = { id: 's', state: 'queued', dueAt: NOW, attempts: 1, problem: null, check: null, ...changes };
  return { mark: 'waiting', letter: null, send };
}
/** A search for a lost answer that looked three times. */
export function toCheck(changes: Partial<SendCheckView>): SendCheckView {
  return {
    lostAt: NOW - 7 * MINUTE_MS,
    looks: 3,
    lastLookAt: NOW - 2 * MINUTE_MS,
    nextLookAt: NOW + 3 * MINUTE_MS,
    finding: 'not-there',
    readBackTo: NOW - DAY_MS,
    readSends: true,
    alike: [],
    ...changes,
  };
}
export const alike: SendCheckView['alike'] = [
  { messageId: 2, at: NOW - 6 * MINUTE_MS, text: 'Thursday 16:40 with Dr Marsh is yours.' },
  { messageId: 1, at: NOW - DAY_MS, text: 'Thursday 16:40 with Dr Marsh is yours.' },
];
const refusal = { code: 'validation', detail: null, fields: { phones: ['Phone number is not valid.'] }, at: NOW };

/** One message for each thing that can become of it. */
export const messages: readonly MessageView[] = [
  toMessage('in', {
    direction: 'in',
    mark: null,
    letter: null,
    text: 'Is it ok if my sister brings him? I’m on shift',
  }),
  toMessage('link', { text: 'The form is at https://northgate.example/consent, or call 020 7946 0321.' }),
  toMessage('rtl', { direction: 'in', mark: null, letter: null, text: 'شكراً، هل يمكنني تغيير الموعد إلى يوم الخميس؟' }),
  toMessage('waiting', toSend({})),
  toMessage('sending', toSend({ state: 'sending' })),
  toMessage('refused', toSend({ state: 'refused', problem: refusal })),
  toMessage('checking', toSend({ state: 'checking', check: toCheck({}) })),
  toMessage('checking-alike', toSend({ state: 'checking', check: toCheck({ finding: 'alike', alike }) })),
  toMessage('checking-unreachable', toSend({ state: 'checking', check: toCheck({ finding: 'unreachable' }) })),
  toMessage('fate-unknown', toSend({ state: 'unknown', check: toCheck({ finding: 'partly', nextLookAt: null }) })),
  toMessage('not-sent', toSend({ state: 'not-sent', check: toCheck({ nextLookAt: null }) })),
  toMessage('queued', { mark: 'queued', letter: 'q' }),
  toMessage('sent', { mark: 'sent', letter: 'a' }),
  toMessage('delivered', {}),
  toMessage('failed', { mark: 'failed', letter: 'f' }),
  toMessage('rejected', { mark: 'rejected', letter: 'j', rejectReason: '204' }),
  toMessage('unsubscribed', { mark: 'unsubscribed', letter: 'g' }),
  toMessage('unknown', { mark: 'unknown', letter: 'u' }),
  toMessage('scheduled', { mark: 'scheduled', letter: 's' }),
];

function toWaitingText(id: string, changes: Partial<OutboxView['sends'][number]>): OutboxView['sends'][number] {
  const who = { chatId: 1, phone: '447700900318', name: 'Deborah Okonkwo' };
  const text = 'Thursday 16:40 with Dr Marsh is yours. Ask for her at the desk, and bring the consent form.';
  return { sendId: id, ...who, text, state: 'queued', createdAt: NOW - 4 * MINUTE_MS, ...changes };
}

/** Everything that can wait, and more of it than is listed. */
export const outbox: OutboxView = {
  counts: { waiting: 5, checking: 1, stopped: 1, actions: 2, drafts: 1 },
  sends: [
    toWaitingText('a', { state: 'sending' }),
    toWaitingText('b', { name: 'مريم الخطيب', text: 'بالتأكيد. الخميس الساعة 16:40' }),
    toWaitingText('c', { name: '', chatId: null, createdAt: NOW - DAY_MS }),
    toWaitingText('d', { name: 'Tom Abara', state: 'checking' }),
    toWaitingText('e', { name: 'Ann Ode', state: 'not-sent' }),
  ],
  actions: [
    { chatId: 2, phone: '447700900319', name: 'Gareth Pugh', kind: 'close', createdAt: NOW - 3 * MINUTE_MS },
    { chatId: 3, phone: '', name: '', kind: 'mute', createdAt: NOW - 2 * MINUTE_MS },
  ],
};
