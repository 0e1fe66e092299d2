/** The send parameters (specification, "Messages"): what a send may ask for, and how that is written. Pure. */
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { QueryValue } from '../address.ts';
import { parsePhones } from './phone-list.ts';
import type { Recipients } from './recipient-chunks.ts';
import { toSendingDateTime } from './sending-time.ts';

/** When a send leaves: once, or again and again from a first time on. Moments in epoch ms. */
export type SendSchedule =
  | { readonly at: number; readonly timeZone: string }
  /** `rrule` is an iCal RRULE without its prefix, meant on the clocks of the zone. */
  | { readonly rrule: string; readonly startAt: number; readonly timeZone: string };

/** What is said: a text, or a template of the service. Both may hold merge fields. */
export type SendContent = { readonly text: string } | { readonly templateId: number };

/** To whom, and how: what a send, its price and its preview have in common. At least one recipient. */
export type SendOutline = SendContent & {
  readonly contactIds?: readonly ContactId[];
  readonly listIds?: readonly ListId[];
  /** E.164 with or without plus, or local numbers of `localCountry`. None that is no number: all would be refused. */
  readonly phones?: readonly string[];
  /** ISO 3166 alpha-2: `phones` are local numbers of that country. */
  readonly localCountry?: string;
  readonly schedule?: SendSchedule;
  /** At most so many parts for each message, 1 to 6; 6 unless told. */
  readonly maxParts?: number;
  /** What goes beyond `maxParts` is cut off; otherwise such a text is refused. */
  readonly cutsExtra?: boolean;
  /** Sender to use; null: the account's default. The service may replace it without a word. */
  readonly from?: string | null;
  /** Text unless told. `speech` is read out by a voice. */
  readonly destination?: 'text' | 'speech' | 'mms';
  /** Internal names of one or two uploaded files, for an MMS. */
  readonly resources?: readonly string[];
};

/** A whole send. */
export type FullSend = SendOutline & {
  /** Comes back in delivery callbacks. */
  readonly referenceId: string;
  /** Whether the service shall open chats for numbers that have none. Always sent: its own default is not to. */
  readonly createChat: boolean;
};

const DESTINATIONS = { text: undefined, speech: 'tts', mms: 'mms' } as const;

/**
 * Recipients as the service wants them, each once.
 * @throws AppError `validation`, `not-accepted`, with `fields.phones` where a number is none
 */
export function parseRecipients(outline: SendOutline): Recipients {
  const { contactIds = [], listIds = [], phones = [], localCountry } = outline;
  return {
    lists: [...new Set(listIds.map(String))],
    contacts: [...new Set(contactIds.map(String))],
    phones: parsePhones(phones, { isLocal: localCountry !== undefined }),
  };
}

/** The body of a send. Flags are JSON booleans, lists comma-separated texts; what was not asked for is left out. */
export function toSendBody(send: FullSend, recipients: Recipients): Readonly<Record<string, unknown>> {
  const { referenceId, createChat } = send;
  const { cutsExtra, isLocal, ...plain } = toParameters(send);
  return toGiven({
    ...plain,
    ...toRecipientParameters(recipients),
    cutExtra: cutsExtra,
    local: isLocal,
    referenceId,
    createChat,
  });
}

/** The query of a price or a preview for some of the recipients: flags are 0 and 1. Both names of a rule are known. */
export function toEstimateQuery(
  outline: SendOutline,
  recipients: Recipients,
  ruleName: 'rrule' | 'rule',
): Readonly<Record<string, QueryValue>> {
  const { cutsExtra, isLocal, rrule, ...plain } = toParameters(outline);
  return toGiven({
    ...plain,
    ...toRecipientParameters(recipients),
    cutExtra: cutsExtra === undefined ? undefined : Number(cutsExtra),
    local: isLocal === undefined ? undefined : Number(isLocal),
    [ruleName]: rrule,
  });
}

/** The parameters that are written alike everywhere. Empty lists and what is the default anyway are left out. */
function toParameters(outline: SendOutline) {
  const { maxParts, cutsExtra, from, localCountry, resources = [], destination = 'text' } = outline;
  return {
    text: 'text' in outline ? outline.text : undefined,
    templateId: 'templateId' in outline ? outline.templateId : undefined,
    ...toTimeParameters(outline.schedule),
    partsCount: maxParts,
    cutsExtra,
    from: from ?? undefined,
    isLocal: localCountry === undefined ? undefined : true,
    localCountry,
    destination: DESTINATIONS[destination],
    resources: toCsv(resources),
  };
}

function toTimeParameters(schedule: SendSchedule | undefined) {
  const none = { rrule: undefined, sendingTime: undefined, sendingDateTime: undefined, sendingTimezone: undefined };
  if (schedule === undefined) return none;
  if ('at' in schedule) return { ...none, ...toSendingDateTime(schedule.at, schedule.timeZone) };
  // A rule needs the older parameter for its start (supplement 5.10): Unix seconds.
  const { rrule, startAt, timeZone } = schedule;
  return { ...none, rrule, sendingTime: Math.floor(startAt / 1_000), sendingTimezone: timeZone };
}

function toRecipientParameters({ contacts, lists, phones }: Recipients) {
  return { contacts: toCsv(contacts), lists: toCsv(lists), phones: toCsv(phones) };
}

function toCsv(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.join(',');
}

function toGiven<T>(values: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> {
  const entries = Object.entries(values).filter((entry): entry is [string, T] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
