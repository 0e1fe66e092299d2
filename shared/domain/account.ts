import type { Account } from './entities.ts';

/** The account as the service says it, with what is only needed to write it back. */
export interface AccountAtService extends Account {
  /** The service's number of the time zone; null where it gave none. */
  readonly timeZoneId: number | null;
}

/** What a person changes about the account. `PUT /user` replaces: what is not meant to change is sent again. */
export interface AccountChanges {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Digits, country code first; '' for none. */
  readonly phone: string;
  readonly company: string;
  /** Id of one of the service's time zones; left out: stays as it is. */
  readonly timeZoneId?: number;
}

/** How the bodies of callbacks are written. */
export type CallbackFormat = 'json' | 'urlencoded' | 'multipart';

/** Where the service tells of deliveries and of incoming messages. */
export interface CallbackSettings {
  /** Told of deliveries; null: nobody. */
  readonly outUrl: string | null;
  /** Told of incoming messages; null: nobody. */
  readonly inUrl: string | null;
  readonly format: CallbackFormat | 'unknown';
}

/** E-mails about incoming messages. */
export interface InboundNotification {
  readonly isOn: boolean;
  /** Also of forwarded calls: can be read only. */
  readonly isOnForCalls: boolean;
  /** Whether the e-mail holds what was written before. */
  readonly withHistory: boolean;
  readonly asHtml: boolean;
  /** At most three. */
  readonly emails: readonly string[];
}

/** A warning when the balance falls low. */
export interface BalanceNotification {
  readonly isOn: boolean;
  /** Account money; null where the service did not say. */
  readonly threshold: number | null;
  /** Digits, country code first; null: no text is sent. */
  readonly phone: string | null;
  /** At most three. */
  readonly emails: readonly string[];
}

/** A balance at which the service can warn. */
export interface BalanceThreshold {
  /** Account money. */
  readonly amount: number;
  /** As the service writes it, `£20`. */
  readonly label: string;
}

/** What the service's own web page does about new messages. It can be written and never read. */
export interface DesktopNotification {
  readonly playsSound: boolean;
  readonly isShown: boolean;
  /** Whether the text can be read in it. */
  readonly showsText: boolean;
  readonly soundId: number;
}

export interface Country {
  /** ISO 3166 alpha-2, upper case. */
  readonly code: string;
  /** In English; the code itself where the service gave no name. */
  readonly name: string;
}

export interface TimeZone {
  /** The service's number of it; null where it gave none. */
  readonly id: number | null;
  /** IANA name, `Europe/London`. */
  readonly name: string;
  /** As the service writes it, `(UTC -11:00): Pacific/Niue`; else its name. */
  readonly label: string;
  /** Ahead of UTC now, in seconds; null where the service did not say. */
  readonly offsetSeconds: number | null;
}

/** Senders of one kind that a text may come from. */
export interface SenderGroup {
  /** `dedicated`, `user`, `shared`, `senderIds` or a name that nobody has heard of: an open set, as the service writes it. */
  readonly kind: string;
  /** Digits for a number, letters as registered for a name. */
  readonly senders: readonly string[];
}

export interface CountrySender {
  /** ISO 3166 alpha-2, upper case. */
  readonly country: string;
  readonly sender: string;
}

/** What texts come from by country, when nobody says otherwise. */
export interface SenderSettings {
  /** Set by the user. */
  readonly user: readonly CountrySender[];
  /** Set by the service, for countries with rules of their own. */
  readonly special: readonly CountrySender[];
  readonly other: readonly CountrySender[];
}

/** A name to send by. Only an active one can be used, and nobody can answer to it. */
export interface SenderId {
  readonly id: number;
  readonly name: string;
  readonly status: 'pending' | 'rejected' | 'active' | 'unknown';
}

/** Counts of one period; null where the service did not say. */
export interface MessagingStatistics {
  /** First moment of the period, epoch ms; null for all of the span together. */
  readonly at: number | null;
  /** Incoming messages among all, as the service writes it: no document says whether of one or of a hundred. */
  readonly replyRate: number | null;
  /** Delivered messages among those sent, written in the same way. */
  readonly deliveryRate: number | null;
  /** Account money. */
  readonly cost: number | null;
  readonly receivedCount: number | null;
  readonly deliveredCount: number | null;
  /** On their way. */
  readonly acceptedCount: number | null;
  /** Held by operators. */
  readonly bufferedCount: number | null;
  readonly failedCount: number | null;
  readonly rejectedCount: number | null;
  readonly partsCount: number | null;
}

/** Counts since the account began; null where the service did not say. */
export interface MessagingTotals {
  readonly contactsCount: number | null;
  readonly sentCount: number | null;
  readonly receivedCount: number | null;
}
