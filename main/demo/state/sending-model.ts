/** Where a send goes and how: everything that one accepted `POST /messages` asked for. */
export interface SendOrder {
  /** With merge fields not filled in yet. */
  readonly text: string;
  readonly templateId: number | null;
  readonly contactIds: readonly number[];
  readonly listIds: readonly number[];
  /** Digits, country code first. */
  readonly phones: readonly string[];
  /** As asked, '' where nothing was: who it is for each recipient is decided when it leaves. */
  readonly sender: string;
  readonly referenceId: string | null;
  readonly createChat: boolean;
  /** t text, s text-to-speech, m MMS. */
  readonly destination: 't' | 's' | 'm';
  /** Names of uploaded files, at most two, for an MMS. */
  readonly resources: readonly string[];
  readonly mostParts: number;
  readonly cutsExtra: boolean;
}

export interface Template {
  readonly id: number;
  name: string;
  content: string;
  lastModified: number;
}

/** What one time of a schedule comes to. */
export interface ScheduleFacts {
  readonly cost: number;
  /** Of the longest text. */
  readonly parts: number;
  readonly charset: 'ISO-8859-1' | 'UTF-16BE';
  /** ISO 3166 alpha-2. */
  readonly countries: readonly string[];
  readonly recipientsCount: number;
  /** The number of its one recipient; null: several, or none. */
  readonly only: string | null;
}

/** A send that waits for its time, once or again and again. */
export interface Schedule {
  readonly id: number;
  /** Its session exists before anything is sent, and is that of all its times. */
  sessionId: number;
  readonly order: SendOrder;
  /** iCal RRULE without its prefix; null for a one-off. */
  readonly rule: string | null;
  /** IANA name in which the rule is meant. */
  readonly timeZone: string;
  /** From where the rule counts; it need not be one of its times. */
  readonly startAt: number;
  readonly firstAt: number;
  /** Its last time; null for a rule without end. */
  readonly endAt: number | null;
  /** Null when there is no further time. */
  nextAt: number | null;
  lastSentAt: number | null;
  /** How many times it has fired. */
  fired: number;
  /** What was charged ahead for the next time: given back when that is called off. */
  paid: number;
  /** As planned last. */
  facts: ScheduleFacts;
  readonly createdAt: number;
  readonly userId: number;
}

/** n created, w working, f failed, c completed, s suspended. */
export type BulkStatus = 'n' | 'w' | 'f' | 'c' | 's';

/** A send to more than 1,000 recipients: worked off in portions, its session made at the end. */
export interface Bulk {
  readonly id: number;
  status: BulkStatus;
  readonly order: SendOrder;
  /** Everyone in the order of their turn. */
  readonly recipients: readonly string[];
  processed: number;
  readonly createdAt: number;
  /** Ids of the messages made so far. */
  messageIds: number[];
  /** Null until all recipients are processed. */
  sessionId: number | null;
  /** The session that exists already, because the send was scheduled; null: it is made at the end. */
  readonly reservedSessionId: number | null;
  /** What was charged ahead, in account money; settled at the end with what the messages cost. */
  readonly paid: number;
  readonly userId: number;
}

/** A file that somebody uploaded: an attachment behind a link, or a part of an MMS. Its bytes are in the file store. */
export interface Upload {
  readonly id: number;
  /** Of the link `click/<code>`, and the name of its bytes. */
  readonly code: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  /** Internal name, for the parameter `resources`. */
  readonly resource: string;
  readonly createdAt: number;
  readonly userId: number;
}

/** When something is to be sent that is not to be sent now. */
export interface When {
  /** From where a rule counts; it need not be one of its times. */
  readonly startAt: number;
  /** The first time. */
  readonly firstAt: number;
  /** The last time; null for a rule without end. */
  readonly endAt: number | null;
  /** iCal RRULE without its prefix; null for a one-off. */
  readonly rule: string | null;
  /** IANA name of the zone in which the rule is meant. */
  readonly timeZone: string;
}
