import type { ChatView, MessageView, OutboxView, SendCheckView } from '#shared/contract/index.ts';
import type { FileChip } from '#renderer/features/composer/composer-words.ts';
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
    optedOutAt: null,
    lastAt: NOW - id * 14 * MINUTE_MS,
    lastText: 'Great, we’ll keep the 14:00 slot for Haggis.',
    lastDirection: 'out',
    lastMark: 'delivered',
    lastSendState: null,
    waitingSince: null,
    hasFailed: false,
    scheduledAt: null,
    scheduledText: null,
    snoozedUntil: null,
    returnedAt: null,
    draft: null,
    draftAt: null,
    draftFilesCount: 0,
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
  toChat(15, { name: 'Hugh Llewellyn', draftFilesCount: 2 }),
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

/** What a row says of chats that wait, went out of the way, came back, failed, or are of another shelf. */
export const chatsOfLists: readonly ChatView[] = [
  toChat(21, {
    name: 'Marigold Bakery',
    lastDirection: 'in',
    lastText: 'Still there?',
    waitingSince: NOW - 130 * MINUTE_MS,
  }),
  toChat(22, {
    name: 'Ivo Pavlov',
    lastDirection: 'in',
    lastText: 'Call me next week',
    snoozedUntil: NOW + 3 * DAY_MS,
  }),
  toChat(23, { name: 'Una Brennan', lastDirection: 'in', lastText: 'Any news?', returnedAt: NOW - 4 * MINUTE_MS }),
  toChat(24, { name: 'Kwikpet Couriers', isMuted: true, mutedUntil: NOW + 7 * 60 * MINUTE_MS, lastDirection: 'in' }),
  toChat(25, { name: 'Theo Lindqvist', lastMark: 'rejected', hasFailed: true, lastText: 'See you at ten' }),
  toChat(26, { name: 'Priya Raghunathan', scheduledAt: NOW + 2 * DAY_MS, scheduledText: 'Hi Priya, see you then.' }),
  toChat(27, { name: 'Ann Ode', status: 'closed', lastText: 'Thank you, goodbye' }),
  toChat(28, { name: 'Old Number', status: 'deleted', lastText: 'Wrong number, sorry' }),
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
    origin: null,
    author: null,
    send: null,
    ...changes,
  };
}

type SendView = NonNullable<MessageView['send']>;
function toSend(changes: Partial<SendView>): Partial<MessageView> {
  const send: SendView = {
    id: 's',
    state: 'queued',
    createdAt: NOW - 8 * MINUTE_MS,
    dueAt: NOW,
    files: [],
    attempts: 1,
    problem: null,
    check: null,
    ...changes,
  };
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

/** On its way. */
export const waiting: MessageView = toMessage('on-its-way', toSend({ attempts: 0 }));

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
  toMessage('held', toSend({ state: 'held', attempts: 0, createdAt: NOW, dueAt: NOW + 10_000 })),
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
  toMessage('of-many', { origin: { sessionId: 5, name: 'Reminder', recipientsCount: 64 }, author: 'Ruth Bell' }),
  toMessage('failed', { mark: 'failed', letter: 'f' }),
  toMessage('rejected', { mark: 'rejected', letter: 'j', rejectReason: '204' }),
  toMessage('unsubscribed', { mark: 'unsubscribed', letter: 'g' }),
  toMessage('unknown', { mark: 'unknown', letter: 'u' }),
  toMessage('scheduled', { mark: 'scheduled', letter: 's' }),
];

/** One file for each thing that can be said of it. */
export const chips: readonly FileChip[] = [
  toChip('ready', { name: 'Consent, dental under general anaesthetic, second page.pdf' }),
  toChip('adding', { name: 'Biscuit’s teeth.jpg', note: 'Adding 40 %', progress: 0.4 }),
  toChip('rtl', { name: 'نموذج الموافقة على العملية الجراحية للأسنان.docx' }),
  toChip('table', { name: 'prices.xlsx', note: '9 kB' }),
  toChip('large', { name: 'film.mp4', problem: 'This file has 12 MB and may have 10 MB. Choose a smaller one.' }),
  toChip('cut', { name: 'scan.png', problem: 'Lost contact with Switchboard.', canRetry: true }),
];

function toChip(key: string, changes: Partial<FileChip>): FileChip {
  return { key, name: key, note: '214 kB', progress: null, problem: null, canRetry: false, ...changes };
}

function toWaitingText(id: string, changes: Partial<OutboxView['sends'][number]>): OutboxView['sends'][number] {
  const who = { chatId: 1, phone: '447700900318', name: 'Deborah Okonkwo' };
  const text = 'Thursday 16:40 with Dr Marsh is yours. Ask for her at the desk, and bring the consent form.';
  return { sendId: id, ...who, text, state: 'queued', createdAt: NOW - 4 * MINUTE_MS, filesCount: 0, ...changes };
}

/** Everything that can wait, and more of it than is listed. */
export const outbox: OutboxView = {
  counts: { waiting: 6, checking: 1, stopped: 1, actions: 2, drafts: 1 },
  sends: [
    toWaitingText('a', { state: 'sending' }),
    toWaitingText('f', { text: '', filesCount: 2, state: 'held' }),
    toWaitingText('b', { name: 'مريم الخطيب', text: 'بالتأكيد. الخميس الساعة 16:40' }),
    toWaitingText('c', { name: '', chatId: null, createdAt: NOW - DAY_MS }),
    toWaitingText('d', { name: 'Tom Abara', state: 'checking' }),
    toWaitingText('e', { name: 'Ann Ode', state: 'not-sent' }),
  ],
  actions: [
    {
      waitingId: 'action:1',
      chatId: 2,
      phone: '447700900319',
      name: 'Gareth Pugh',
      kind: 'close',
      createdAt: NOW - 3 * MINUTE_MS,
    },
    { waitingId: 'action:2', chatId: 3, phone: '', name: '', kind: 'mute', createdAt: NOW - 2 * MINUTE_MS },
  ],
};
