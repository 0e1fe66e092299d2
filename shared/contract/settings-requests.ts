/** Requests of the settings pages: accounts of this computer, live updates, health, and the data that is kept. */
import * as v from 'valibot';
import { accountContentsSchema, storedCopySchema } from './account-views.ts';
import { chatId, instant, requestId } from './inputs.ts';
import {
  callbackDirectionSchema,
  callbackEventViewSchema,
  healthViewSchema,
  liveViewSchema,
  tunnelChoiceSchema,
} from './live-views.ts';
import { sessionViewSchema } from './views.ts';

const nothing = v.object({});
const accountId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const diskErrors = ['disk', 'disk-damaged', 'disk-newer'] as const;
/** Of what the open account has here: `unauthorized` when nobody is signed in, or the key is missing. */
const openErrors = ['unauthorized', 'disk'] as const;
const serviceErrors = ['unauthorized', 'offline', 'timeout', 'rate-limited', 'maintenance', 'server'] as const;

export const settingsRequests = {
  /** Opens another account of this computer, on what is kept here; its key is asked for where it is not at hand. */
  'accounts.open': {
    input: v.object({ requestId, accountId }),
    output: sessionViewSchema,
    errors: ['not-found', ...diskErrors],
  },
  /** What would go with `accounts.remove`. */
  'accounts.count': { input: v.object({ accountId }), output: accountContentsSchema, errors: ['not-found', 'disk'] },
  /** Deletes both files of an account, its pictures and its key; nothing changes at the service. */
  'accounts.remove': {
    input: v.object({ requestId, accountId }),
    output: sessionViewSchema,
    errors: ['not-found', 'disk'],
  },

  'data.get': { input: nothing, output: storedCopySchema, errors: openErrors },
  /** Deletes the copy of what the service has; drafts, unsent texts and the ledger stay. It is read again at once. */
  'data.clearCopy': {
    input: v.object({ requestId }),
    output: sessionViewSchema,
    errors: ['unauthorized', ...diskErrors],
  },
  'data.setHistory': {
    input: v.object({ days: v.nullable(v.picklist([30, 365])), isPaused: v.boolean() }),
    output: storedCopySchema,
    errors: openErrors,
  },

  'health.get': { input: nothing, output: healthViewSchema, errors: openErrors },
  /** "Check everything now". Answers at once; how it goes is in the status of sync (`isChecking`). */
  'sync.checkEverything': { input: nothing, output: nothing, errors: serviceErrors },
  'messages.fillGap': {
    input: v.object({ chatId, fromAt: v.nullable(instant), toAt: instant }),
    output: nothing,
    errors: [...serviceErrors, 'not-found'],
  },

  'live.get': { input: nothing, output: liveViewSchema, errors: [] },
  /**
   * Listens, tests the way through the public address, and sets our addresses where nobody else's are; those of others are
   * replaced only where `takeOver` names them, and only while they are what the view showed last. What could not be done is
   * in the view. `cancelled`, here and below: it was turned off meanwhile, or the account was left.
   */
  'live.turnOn': {
    input: v.object({
      requestId,
      /**
       * What does not fit is `validation` with its field: `publicUrl` in the words `not-an-address`, `https-required`,
       * `nothing-after-path`; `commandLine` in `empty`, `unclosed-quote`; `pattern` in `not-a-pattern`; `host`, `keyFile` in
       * `not-a-name`, `not-there`.
       */
      choice: tunnelChoiceSchema,
      takeOver: v.array(callbackDirectionSchema),
    }),
    output: liveViewSchema,
    errors: ['validation', ...serviceErrors, 'disk', 'cancelled'],
  },
  /**
   * Puts the former addresses back where ours still stand, and stops listening. `emptiesRefused`: one that the service
   * refuses is given up for good, and nobody is told there any more.
   */
  'live.turnOff': {
    input: v.object({ requestId, emptiesRefused: v.optional(v.boolean()) }),
    output: liveViewSchema,
    errors: [...serviceErrors, 'disk'],
  },
  /** Reads again what is set at the service. */
  'live.refresh': { input: nothing, output: liveViewSchema, errors: [...serviceErrors, 'disk', 'cancelled'] },
  /** Sends an event of our own through the public address and waits for it. What came of it is in `lastTest`. `validation`: it is off. */
  'live.test': { input: nothing, output: liveViewSchema, errors: ['validation', ...openErrors, 'cancelled'] },
  /** Which programs that make tunnels are on this computer. */
  'live.listPrograms': {
    input: nothing,
    output: v.array(v.object({ program: v.picklist(['cloudflared', 'ngrok']), path: v.nullable(v.string()) })),
    errors: [],
  },
  /** The person compared the fingerprint: the host key of the chosen server is the right one, from now on that and no other. */
  'live.trustHost': {
    input: v.object({ requestId, fingerprint: v.pipe(v.string(), v.maxLength(100)) }),
    output: liveViewSchema,
    errors: ['validation', ...openErrors, 'cancelled'],
  },
  'live.listEvents': { input: nothing, output: v.array(callbackEventViewSchema), errors: openErrors },
} as const;
