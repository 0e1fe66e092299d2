/** How news gets to this computer: the callbacks of the service, their registration, and the tunnel. */
import * as v from 'valibot';
import { instant, nothing, OPEN_ERRORS, requestId, SERVICE_ERRORS } from './common.ts';

export const callbackDirectionSchema = v.picklist(['in', 'out']);

/** One of the two addresses that the service tells of news. */
export const callbackPlaceSchema = v.object({
  direction: callbackDirectionSchema,
  /** Our address as the service has to know it; null without a public address. Its end is secret. */
  ownUrl: v.nullable(v.string()),
  /**
   * What the service is set to now: `unknown` not read yet or cannot be read · `empty` nobody is told · `ours` ·
   * `desk` another Switchboard of this account · `other` somebody else's system.
   */
  state: v.picklist(['unknown', 'empty', 'ours', 'desk', 'other']),
  /** Host of the address that is set there, for the eye; null where none is. */
  host: v.nullable(v.string()),
  /** The address that ours replaced, with a yes, and that comes back when this is turned off. */
  formerUrl: v.nullable(v.string()),
  lastEventAt: v.nullable(instant),
});
export type CallbackPlaceView = v.InferOutput<typeof callbackPlaceSchema>;

/** How the service's callbacks find this computer. */
export const tunnelChoiceSchema = v.variant('kind', [
  /** No way from outside: the local address for a service on this computer, else news is only asked for. */
  v.object({ kind: v.literal('none') }),
  /** A tunnel of the person's own forwards this address to `localUrl`. */
  v.object({ kind: v.literal('manual'), publicUrl: v.pipe(v.string(), v.maxLength(300)) }),
  /** A program that this app starts, watches, and ends with itself. */
  v.object({
    kind: v.literal('command'),
    program: v.picklist(['cloudflared', 'ngrok', 'other']),
    /**
     * Program and arguments, as in a terminal but without a shell; `{port}` and `{url}` stand for where this computer
     * listens. '' with `cloudflared` and `ngrok`: the usual one.
     */
    commandLine: v.pipe(v.string(), v.maxLength(1_000)),
    /** Regular expression for the address in what it prints; its first group where it has one. '': the usual one. */
    pattern: v.pipe(v.string(), v.maxLength(300)),
  }),
  /** Remote forwarding to the person's own server. */
  v.object({
    kind: v.literal('ssh'),
    host: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(255)),
    port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
    user: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
    /** Port of the server that is forwarded here, on its loopback; its web server forwards `publicUrl` there. */
    remotePort: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
    publicUrl: v.pipe(v.string(), v.maxLength(300)),
    /** Path of a private key; null: the ssh agent. */
    keyFile: v.nullable(v.pipe(v.string(), v.maxLength(1_000))),
  }),
]);
export type TunnelChoice = v.InferOutput<typeof tunnelChoiceSchema>;

/**
 * What is wrong with the tunnel. `not-found`: no such program · `not-started` · `ended`: it ended by itself · `no-address`: it
 * printed none in time · `not-reached`: the server · `host-key-unknown`, `host-key-changed` · `not-admitted`: the server does
 * not take the key · `key-unreadable`, `key-encrypted` · `no-agent` · `forward-refused`: the server does not forward that port ·
 * `not-allowed`: the user did not let this program run · `nobody-to-ask`: there is no dialog and no terminal to ask in ·
 * `asked-enough`: they said no several times, and are asked again only when the app is started anew.
 */
export const tunnelFaultSchema = v.object({
  kind: v.picklist([
    'not-found',
    'not-started',
    'ended',
    'no-address',
    'not-reached',
    'host-key-unknown',
    'host-key-changed',
    'not-admitted',
    'key-unreadable',
    'key-encrypted',
    'no-agent',
    'forward-refused',
    'not-allowed',
    'nobody-to-ask',
    'asked-enough',
  ]),
  /**
   * The program's or the server's last words, an exit code, the fingerprint (`SHA256:…`) of a host key, or the command line
   * that is to be allowed (`nobody-to-ask`).
   */
  detail: v.nullable(v.string()),
  /** `host-key-changed`: the fingerprint that a person trusted, where it is known. */
  trusted: v.optional(v.nullable(v.string())),
  at: instant,
});
export type TunnelFault = v.InferOutput<typeof tunnelFaultSchema>;

export const tunnelViewSchema = v.object({
  /**
   * `off`: nothing to run (none, manual, or live updates are off) · `asking`: the user is asked whether the program may run ·
   * `waiting`: it failed, and is tried again at `nextAttemptAt`; null: not before the user turns it on again.
   */
  state: v.picklist(['off', 'asking', 'starting', 'up', 'waiting']),
  since: instant,
  nextAttemptAt: v.nullable(instant),
  fault: v.nullable(tunnelFaultSchema),
  /** `asking`: where the user is asked, and about what, whole. Answered there, by no request. */
  question: v.optional(v.object({ place: v.picklist(['dialog', 'terminal']), commandLine: v.string() })),
});
export type TunnelView = v.InferOutput<typeof tunnelViewSchema>;

export const liveViewSchema = v.object({
  /**
   * `off`: nobody turned it on, news is asked for · `live`: callbacks come · `degraded`: turned on, and something about it
   * does not work or is not done yet · `polling`: turned on, and others get the callbacks, or the key is missing.
   */
  state: v.picklist(['off', 'live', 'degraded', 'polling']),
  isOn: v.boolean(),
  /** Where this computer listens, `http://127.0.0.1:48213`; null while it does not. */
  localUrl: v.nullable(v.string()),
  /** The address that forwards to it, as a person gave it or the tunnel told it; null while there is none. */
  publicUrl: v.nullable(v.string()),
  choice: tunnelChoiceSchema,
  tunnel: tunnelViewSchema,
  /** The service runs on this computer: the local address is public enough. */
  isLocalService: v.boolean(),
  /** Whether the service lets its addresses be read and set; `absent`: they are to be pasted on its own pages. */
  settings: v.picklist(['unknown', 'there', 'absent', 'forbidden']),
  places: v.array(callbackPlaceSchema),
  /** What is wrong: `port-taken` (another one is used, the public address has to forward there) · `tunnel`: see `tunnel.fault` · `not-reached`: a test
   * through the public address did not come back · `refused`: the service took the address for wrong · `missed`: asking
   * found news that no callback told of · `not-restored`: the former addresses could not be put back yet ·
   * `format-unknown`: nothing can be set, or put back, beside an address of somebody else, since the format that they are
   * sent is one that cannot be read, nor then be written back. */
  problem: v.nullable(
    v.object({
      kind: v.picklist([
        'port-taken',
        'not-listening',
        'tunnel',
        'not-reached',
        'refused',
        'missed',
        'not-restored',
        'format-unknown',
      ]),
      /** `port-taken`: the port that was · `refused`, `not-restored`: the service's own words, where it had any. */
      detail: v.nullable(v.string()),
      /** `not-restored`: hosts of former addresses that the service refuses; they can be emptied instead. */
      hosts: v.optional(v.array(v.string())),
      at: instant,
    }),
  ),
  lastTest: v.nullable(v.object({ at: instant, arrived: v.boolean(), tookMs: v.nullable(v.number()) })),
  /** How often news is asked for now, in seconds. */
  pollSeconds: v.number(),
});
export type LiveView = v.InferOutput<typeof liveViewSchema>;

/** A line of the event log. Nothing that an unconfirmed event says is shown but its kind, id and time. */
export const callbackEventViewSchema = v.object({
  seq: v.number(),
  direction: callbackDirectionSchema,
  messageId: v.number(),
  letter: v.nullable(v.string()),
  receivedAt: instant,
  state: v.picklist(['waiting', 'confirmed', 'refuted']),
  settledAt: v.nullable(instant),
  times: v.number(),
});
export type CallbackEventView = v.InferOutput<typeof callbackEventViewSchema>;

export const liveUpdateRequests = {
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
    errors: ['validation', ...SERVICE_ERRORS, 'disk', 'cancelled'],
  },
  /**
   * Puts the former addresses back where ours still stand, and stops listening. `emptiesRefused`: one that the service
   * refuses is given up for good, and nobody is told there any more.
   */
  'live.turnOff': {
    input: v.object({ requestId, emptiesRefused: v.optional(v.boolean()) }),
    output: liveViewSchema,
    errors: [...SERVICE_ERRORS, 'disk'],
  },
  /** Reads again what is set at the service. */
  'live.refresh': { input: nothing, output: liveViewSchema, errors: [...SERVICE_ERRORS, 'disk', 'cancelled'] },
  /** Sends an event of our own through the public address and waits for it. What came of it is in `lastTest`. `validation`: it is off. */
  'live.test': { input: nothing, output: liveViewSchema, errors: ['validation', ...OPEN_ERRORS, 'cancelled'] },
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
    errors: ['validation', ...OPEN_ERRORS, 'cancelled'],
  },
  'live.listEvents': { input: nothing, output: v.array(callbackEventViewSchema), errors: OPEN_ERRORS },
} as const;
