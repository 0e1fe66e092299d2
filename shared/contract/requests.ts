/**
 * Every request that the window can make of main: `area.verb` → input, output, the errors that a caller must expect.
 * Types, validators, the preload's allow-list and the handlers are derived from this object and from nothing else.
 */
import * as v from 'valibot';
import { chatCountsSchema, chatFilterSchema, chatPageSchema, chatViewSchema } from './chat-views.ts';
import { messageCursorSchema, messagePageSchema, outboxViewSchema } from './message-views.ts';
import { contactViewSchema, personViewSchema, searchResultSchema } from './people-views.ts';
import { hostInfoSchema, sessionViewSchema, settingsViewSchema, syncStatusSchema } from './views.ts';

const nothing = v.object({});
/** Chosen by the window; a repeat of a request with the same id is not a second act. */
const requestId = v.pipe(v.string(), v.minLength(8), v.maxLength(64));
const chatId = v.pipe(v.number(), v.integer());
const phone = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const messageText = v.pipe(v.string(), v.maxLength(5_000));
const serviceUrl = v.pipe(v.string(), v.maxLength(300));

export const chatActionSchema = v.variant('kind', [
  v.object({ kind: v.literal('read'), isRead: v.boolean() }),
  v.object({ kind: v.literal('status'), status: v.picklist(['active', 'closed']) }),
  v.object({ kind: v.literal('pin'), isPinned: v.boolean() }),
  v.object({
    kind: v.literal('mute'),
    isMuted: v.boolean(),
    hours: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8_760))),
  }),
]);

/** `disk-newer`: a newer version of the app made the files · `disk-damaged` · `disk`: no room, or no right to write. */
const diskErrors = ['disk', 'disk-damaged', 'disk-newer'] as const;
const accessErrors = ['unauthorized', 'offline', 'timeout', 'not-this-service', 'maintenance', 'validation'] as const;
const signInErrors = [...accessErrors, 'rate-limited', ...diskErrors] as const;

export const requests = {
  'session.get': { input: nothing, output: sessionViewSchema, errors: [] },
  'session.signIn': {
    input: v.object({
      requestId,
      baseUrl: serviceUrl,
      webUrl: serviceUrl,
      username: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
      apiKey: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
      /** Whether this computer shall keep the key in its keyring. Where it cannot, the sign-in succeeds all the same. */
      keepsKey: v.boolean(),
    }),
    output: sessionViewSchema,
    errors: signInErrors,
  },
  /** Asks the keyring once more, for instance after it was locked. What comes of it is in the view. */
  'session.askKeyring': { input: v.object({ requestId }), output: sessionViewSchema, errors: signInErrors },
  'session.startDemo': { input: v.object({ requestId }), output: sessionViewSchema, errors: signInErrors },
  /** Ends the session on this computer; the cache and owned data stay. */
  'session.signOut': { input: v.object({ requestId }), output: sessionViewSchema, errors: [] },
  /** A person has read the notices of the session. */
  'session.dismissNotices': { input: v.object({ requestId }), output: sessionViewSchema, errors: [] },

  'chats.list': {
    input: v.object({
      filter: chatFilterSchema,
      offset: v.pipe(v.number(), v.integer(), v.minValue(0)),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
      /** Start of today and of yesterday in the zone of the eye, epoch ms. */
      todayAt: v.number(),
      yesterdayAt: v.number(),
    }),
    output: chatPageSchema,
    errors: [],
  },
  'chats.find': {
    input: v.object({ chatId: v.nullable(chatId), phone: v.nullable(phone) }),
    output: v.nullable(chatViewSchema),
    errors: [],
  },
  'chats.count': { input: nothing, output: chatCountsSchema, errors: [] },
  'chats.act': {
    input: v.object({ requestId, chatId, action: chatActionSchema }),
    output: v.nullable(chatViewSchema),
    errors: ['not-found'],
  },
  /** Tells main that a chat is on screen: it is checked against the service ahead of everything else. */
  'chats.open': { input: v.object({ chatId }), output: nothing, errors: [] },

  'messages.list': {
    input: v.object({
      chatId,
      before: v.nullable(messageCursorSchema),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
    output: messagePageSchema,
    errors: ['not-found'],
  },
  /** The page below `after`, oldest first; its `newer` is null where it ends with the newest message. */
  'messages.listNewer': {
    input: v.object({
      chatId,
      after: messageCursorSchema,
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
    output: messagePageSchema,
    errors: ['not-found'],
  },
  /** A page with that message in its middle, to jump to it. `not-found` where the cache does not have it. */
  'messages.listAround': {
    input: v.object({
      chatId,
      key: v.pipe(v.string(), v.maxLength(64)),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
    output: messagePageSchema,
    errors: ['not-found'],
  },
  /** Reads one more page above what the cache has of this chat from the service into the cache. */
  'messages.fetchOlder': {
    input: v.object({ chatId }),
    output: v.object({ isCompleteBefore: v.boolean() }),
    errors: ['offline', 'timeout', 'unauthorized', 'rate-limited', 'maintenance', 'server', 'not-found'],
  },

  'sends.create': {
    input: v.object({
      requestId,
      phone,
      text: v.pipe(messageText, v.minLength(1)),
      from: v.nullable(v.string()),
    }),
    /** The chat it stands in; a number without a chat gets a provisional one at once. */
    output: v.object({ sendId: v.string(), chatId }),
    errors: ['validation', 'disk'],
  },
  /**
   * Sends a refused or not-sent message once more, because a person says so; one whose fate is unknown only where that
   * person has seen its evidence and takes the chance that it goes out twice (`mayDouble`), else `validation`.
   */
  'sends.retry': {
    input: v.object({ requestId, sendId: v.string(), mayDouble: v.boolean() }),
    output: nothing,
    errors: ['not-found', 'validation'],
  },
  /** Looks for a lost answer now rather than when the app would by itself. */
  'sends.lookNow': { input: v.object({ sendId: v.string() }), output: nothing, errors: ['not-found'] },
  /** Takes a message that has not left, that was refused or whose fate is unknown out of the outbox; its text comes back. */
  'sends.discard': {
    input: v.object({ requestId, sendId: v.string() }),
    output: v.object({ text: v.string() }),
    errors: ['not-found'],
  },

  /** What waits on this computer. */
  'outbox.get': { input: nothing, output: outboxViewSchema, errors: [] },

  /**
   * People and messages of the cache, as one types; within one chat where `chatId` says so. One search runs at a time:
   * of those that wait with the same scope and chat, the newest follows and the others end as `cancelled`.
   */
  'search.find': {
    input: v.object({
      query: v.pipe(v.string(), v.maxLength(200)),
      scope: v.picklist(['all', 'people', 'messages']),
      chatId: v.nullable(chatId),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    }),
    output: searchResultSchema,
    errors: ['cancelled'],
  },

  'drafts.save': { input: v.object({ phone, text: messageText }), output: nothing, errors: ['disk'] },
  'contacts.find': {
    input: v.object({ contactId: v.nullable(v.number()), phone: v.nullable(phone) }),
    output: v.nullable(contactViewSchema),
    errors: [],
  },
  /** People of the cache by name or digits, for the "To" field. */
  'people.suggest': {
    input: v.object({ query: v.pipe(v.string(), v.maxLength(100)) }),
    output: v.array(personViewSchema),
    errors: [],
  },

  'sync.getStatus': { input: nothing, output: syncStatusSchema, errors: [] },
  /** "Try now": ends the wait and asks the service at once. */
  'sync.tryNow': { input: nothing, output: nothing, errors: [] },

  'settings.get': { input: nothing, output: settingsViewSchema, errors: [] },
  'settings.set': { input: v.partial(settingsViewSchema), output: settingsViewSchema, errors: ['disk'] },

  'host.getInfo': { input: nothing, output: hostInfoSchema, errors: [] },
  /** Opens an http, https, mailto or tel link outside the app. */
  'host.openLink': {
    input: v.object({ url: v.pipe(v.string(), v.maxLength(2_000)) }),
    output: nothing,
    errors: ['validation'],
  },
  /** Whether somebody looks: decides how often the service is asked. */
  'host.setActivity': {
    input: v.object({ isVisible: v.boolean(), isFocused: v.boolean() }),
    output: nothing,
    errors: [],
  },

  /** Announces bytes that follow outside JSON; the answer is where to put them. */
  'files.stage': {
    input: v.object({
      name: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
      mimeType: v.pipe(v.string(), v.maxLength(200)),
      sizeBytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
    output: v.object({ handle: v.string() }),
    errors: ['validation', 'disk'],
  },
  /** Forgets a staged file, also in the middle of its upload. */
  'files.release': { input: v.object({ handle: v.string() }), output: nothing, errors: [] },
} as const;

export type Requests = typeof requests;
export type RequestName = keyof Requests;
export type RequestInput<Name extends RequestName> = v.InferOutput<Requests[Name]['input']>;
export type RequestOutput<Name extends RequestName> = v.InferOutput<Requests[Name]['output']>;

/** All names, in the order of the table: the preload's allow-list. */
export const requestNames = Object.keys(requests) as RequestName[];
