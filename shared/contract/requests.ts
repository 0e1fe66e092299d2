/**
 * Every request that the window can make of main: `area.verb` → input, output, the errors that a caller must expect.
 * Types, validators, the preload's allow-list and the handlers are derived from this object and from nothing else.
 */
import * as v from 'valibot';
import { chatRequests } from './chat-requests.ts';
import { chatId, phone, requestId } from './inputs.ts';
import { ledgerRequests } from './ledger-requests.ts';
import { messageRequests } from './message-requests.ts';
import { chatViewSchema } from './chat-views.ts';
import { contactViewSchema, personViewSchema, searchResultSchema } from './people-views.ts';
import { sendingRequests } from './sending-requests.ts';
import { settingsRequests } from './settings-requests.ts';
import { hostInfoSchema, sessionViewSchema, settingsViewSchema, syncStatusSchema } from './views.ts';

const nothing = v.object({});
/** Chosen by the window; a repeat of a request with the same id is not a second act. */
const serviceUrl = v.pipe(v.string(), v.maxLength(300));

/** `disk-newer`: a newer version of the app made the files · `disk-damaged` · `disk`: no room, or no right to write. */
const diskErrors = ['disk', 'disk-damaged', 'disk-newer'] as const;
const accessErrors = ['unauthorized', 'offline', 'timeout', 'not-this-service', 'maintenance', 'validation'] as const;
const signInErrors = [...accessErrors, 'rate-limited', ...diskErrors] as const;

export const requests = {
  ...settingsRequests,
  ...ledgerRequests,
  ...sendingRequests,
  ...chatRequests,
  ...messageRequests,
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

  /**
   * Chats of the service by the text of their messages, by person, list or number: for what is too old to be kept here.
   * They are in the cache afterwards; at most 50 of each kind.
   */
  'search.askService': {
    input: v.object({ requestId, query: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(200)) }),
    output: v.object({
      byText: v.array(chatViewSchema),
      byPerson: v.array(chatViewSchema),
      hasMore: v.boolean(),
    }),
    errors: ['unauthorized', 'offline', 'timeout', 'rate-limited', 'maintenance', 'server', 'cancelled'],
  },
  /** Reads the messages of a chat with that text from the service; the key of the newest, null where there is none any more. */
  'search.findInChat': {
    input: v.object({ chatId, query: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(200)) }),
    output: v.object({ key: v.nullable(v.string()) }),
    errors: ['unauthorized', 'offline', 'timeout', 'rate-limited', 'maintenance', 'server', 'not-found'],
  },

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

  /**
   * Has the service text a person again who unsubscribed, because they asked for it. `forbidden`: the service wants it from
   * the person; `not-found`: it knows of no such unsubscription.
   */
  'people.resubscribe': {
    input: v.object({ requestId, phone }),
    output: nothing,
    errors: [
      'unauthorized',
      'forbidden',
      'not-found',
      'validation',
      'offline',
      'timeout',
      'rate-limited',
      'maintenance',
      'server',
    ],
  },
  /** Fields that the account gave its contacts, by name: for the line above a thread. */
  'people.listFields': {
    input: nothing,
    output: v.array(v.object({ id: v.number(), name: v.string() })),
    errors: [],
  },
  /** Contact lists of the cache by name, for conditions of a view. */
  'lists.list': {
    input: nothing,
    output: v.array(v.object({ id: v.number(), name: v.string(), membersCount: v.number() })),
    errors: [],
  },

  'sync.getStatus': { input: nothing, output: syncStatusSchema, errors: [] },
  /** "Try now": ends the wait and asks the service at once. */
  'sync.tryNow': { input: nothing, output: nothing, errors: [] },

  'settings.get': { input: nothing, output: settingsViewSchema, errors: [] },
  'settings.set': { input: v.partial(settingsViewSchema), output: settingsViewSchema, errors: ['disk'] },

  /** Whether nobody can be looking, as far as the computer tells: it is locked or asleep. */
  'host.getPresence': { input: nothing, output: v.object({ isAway: v.boolean() }), errors: [] },
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
  /**
   * Opens a file of a message outside the app. Where it lies elsewhere than with the service, nothing opens: `askFirst` is
   * the address, for a question and `host.openLink`.
   */
  'files.openAttachment': {
    input: v.object({ mediaId: v.pipe(v.string(), v.maxLength(64)) }),
    output: v.object({ askFirst: v.nullable(v.string()) }),
    errors: ['not-found', 'validation'],
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
