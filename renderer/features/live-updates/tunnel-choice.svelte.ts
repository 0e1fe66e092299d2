/** The form that says how callbacks find this computer: what is typed, and the choice that it makes. */
import type { ContractError, TunnelChoice, LiveView, Reply } from '#shared/contract/index.ts';
import { live, tunnelChoice as words } from './messages.ts';
import type { Message } from '#renderer/lib/messages.ts';
import type { LiveState } from './live-state.svelte.ts';

export type ChoiceKind = TunnelChoice['kind'];
export type ProgramName = Extract<TunnelChoice, { kind: 'command' }>['program'];

/** All fields of all ways as they are typed, so that looking at another way loses nothing. */
export interface ChoiceFields {
  readonly kind: ChoiceKind;
  readonly publicUrl: string;
  readonly program: ProgramName;
  readonly commandLine: string;
  readonly pattern: string;
  readonly host: string;
  readonly port: string;
  readonly user: string;
  readonly remotePort: string;
  readonly usesAgent: boolean;
  readonly keyFile: string;
}

/** Fields of which something can be wrong. */
export type ChoiceField = Exclude<keyof ChoiceFields, 'kind' | 'program' | 'usesAgent'>;
export type ChoiceErrors = Readonly<Partial<Record<ChoiceField, Message>>>;

const EMPTY: ChoiceFields = {
  kind: 'none',
  publicUrl: '',
  program: 'cloudflared',
  commandLine: '',
  pattern: '',
  host: '',
  port: '22',
  user: '',
  remotePort: '8080',
  usesAgent: true,
  keyFile: '',
};

/** The form as it stands for a choice. */
export function toChoiceFields(choice: TunnelChoice): ChoiceFields {
  switch (choice.kind) {
    case 'none':
      return EMPTY;
    case 'manual':
      return { ...EMPTY, ...choice };
    case 'command':
      return { ...EMPTY, ...choice };
    case 'ssh':
      return {
        ...EMPTY,
        ...choice,
        port: String(choice.port),
        remotePort: String(choice.remotePort),
        usesAgent: choice.keyFile === null,
        keyFile: choice.keyFile ?? '',
      };
  }
}

export type PlannedChoice =
  { readonly choice: TunnelChoice; readonly errors: null } | { readonly choice: null; readonly errors: ChoiceErrors };

/** The choice that the form makes, or what of it is missing. What main alone can tell is left to it. */
export function planChoice(fields: ChoiceFields): PlannedChoice {
  const errors = findMissing(fields);
  return Object.keys(errors).length > 0 ? { choice: null, errors } : { choice: toChoice(fields), errors: null };
}

function toChoice(fields: ChoiceFields): TunnelChoice {
  const publicUrl = fields.publicUrl.trim();
  switch (fields.kind) {
    case 'none':
      return { kind: 'none' };
    case 'manual':
      return { kind: 'manual', publicUrl };
    case 'command': {
      const { program, commandLine, pattern } = fields;
      return { kind: 'command', program, commandLine: commandLine.trim(), pattern: pattern.trim() };
    }
    case 'ssh':
      return {
        kind: 'ssh',
        host: fields.host.trim(),
        port: parsePort(fields.port) ?? 0,
        user: fields.user.trim(),
        remotePort: parsePort(fields.remotePort) ?? 0,
        publicUrl,
        keyFile: fields.usesAgent ? null : fields.keyFile.trim(),
      };
  }
}

function findMissing(fields: ChoiceFields): ChoiceErrors {
  const { kind, program, usesAgent } = fields;
  const isEmpty = (text: string): boolean => text.trim() === '';
  const isSsh = kind === 'ssh';
  const found: readonly (readonly [ChoiceField, boolean, Message])[] = [
    ['publicUrl', (isSsh || kind === 'manual') && isEmpty(fields.publicUrl), words.noAddress],
    ['commandLine', kind === 'command' && program === 'other' && isEmpty(fields.commandLine), words.commandEmpty],
    ['host', isSsh && isEmpty(fields.host), words.noHost],
    ['user', isSsh && isEmpty(fields.user), words.noUser],
    ['port', isSsh && parsePort(fields.port) === null, words.notAPort],
    ['remotePort', isSsh && parsePort(fields.remotePort) === null, words.notAPort],
    ['keyFile', isSsh && !usesAgent && isEmpty(fields.keyFile), words.noKeyPath],
  ];
  return Object.fromEntries(found.filter(([, isMissing]) => isMissing).map(([field, , message]) => [field, message]));
}

function parsePort(typed: string): number | null {
  const port = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

const FAULTS: Readonly<Record<string, Message>> = {
  'not-an-address': live.notAnAddress,
  'https-required': live.httpsRequired,
  'nothing-after-path': live.nothingAfterPath,
  empty: words.commandEmpty,
  'unclosed-quote': words.unclosedQuote,
  'not-a-pattern': words.notAPattern,
  'not-a-name': words.notAName,
  'not-there': words.notThere,
};

/** For a word that nobody knows yet: what is wrong with that field at the least. */
const PLAIN: Readonly<Record<ChoiceField, Message>> = {
  publicUrl: live.notAnAddress,
  commandLine: words.commandEmpty,
  pattern: words.notAPattern,
  host: words.noHost,
  port: words.notAPort,
  user: words.noUser,
  remotePort: words.notAPort,
  keyFile: words.notThere,
};

/** What main says is wrong with the fields; null where the error is about something else. */
export function findChoiceErrors({ code, fields }: Pick<ContractError, 'code' | 'fields'>): ChoiceErrors | null {
  if (code !== 'validation') return null;
  const known = Object.entries(PLAIN).flatMap(([field, plain]) => {
    const [word] = fields[field] ?? [];
    return word === undefined ? [] : [[field, FAULTS[word] ?? plain] as const];
  });
  return known.length === 0 ? null : Object.fromEntries(known);
}

/** What came of handing the form in: `wrong` with fields to be looked at; null where something else is being done. */
export type ChoiceOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'wrong'; readonly first: ChoiceField }
  | { readonly kind: 'failed'; readonly problem: ContractError }
  | null;

const ORDER: readonly ChoiceField[] = [
  'commandLine',
  'pattern',
  'host',
  'port',
  'user',
  'remotePort',
  'publicUrl',
  'keyFile',
];

/** The form of how callbacks find this computer, while it is on screen. */
export class TunnelChoiceState {
  #fields = $state.raw<ChoiceFields>(toChoiceFields({ kind: 'none' }));
  #errors = $state.raw<ChoiceErrors>({});
  readonly #part: LiveState;

  constructor(part: LiveState, view: LiveView) {
    this.#part = part;
    this.#fields = toChoiceFields(view.choice);
  }

  get fields(): ChoiceFields {
    return this.#fields;
  }
  get errors(): ChoiceErrors {
    return this.#errors;
  }

  /** What was said of a field is over once it changes; another way has nothing said about it yet. */
  set(changes: Partial<ChoiceFields>): void {
    this.#fields = { ...this.#fields, ...changes };
    const isOther = 'kind' in changes || 'program' in changes || 'usesAgent' in changes;
    const left = Object.entries(this.#errors).filter(([field]) => !isOther && !(field in changes));
    this.#errors = Object.fromEntries(left);
  }

  /** Hands it in as it is. */
  async apply(): Promise<ChoiceOutcome> {
    const { choice, errors } = planChoice(this.#fields);
    if (choice === null) return this.#blame(errors);
    const reply = await this.#part.turnOn(choice);
    return reply === null ? null : this.#take(reply);
  }

  #take(reply: Reply<LiveView>): ChoiceOutcome {
    if (reply.ok) {
      this.#errors = {};
      return { kind: 'done' };
    }
    const errors = findChoiceErrors(reply.error);
    return errors === null ? { kind: 'failed', problem: reply.error } : this.#blame(errors);
  }

  #blame(errors: ChoiceErrors): ChoiceOutcome {
    this.#errors = errors;
    return { kind: 'wrong', first: ORDER.find((field) => errors[field] !== undefined) ?? 'publicUrl' };
  }
}
