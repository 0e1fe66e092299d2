/** P pending, R rejected, A active. */
export type SenderIdStatus = 'P' | 'R' | 'A';

/** An alphanumeric sender that was asked for. */
export interface SenderId {
  readonly id: number;
  readonly senderId: string;
  readonly explanation: string;
  status: SenderIdStatus;
  readonly userId: number;
}

export interface InboundNotification {
  inboundMessageNotification: boolean;
  forwardedCallNotification: boolean;
  includeSmsHistory: boolean;
  sendInHtmlFormat: boolean;
  alertEmail1: string;
  alertEmail2: string;
  alertEmail3: string;
}

export interface BalanceNotification {
  lowBalanceNotification: boolean;
  alertBalance: number;
  alertPhone: string;
  alertEmail1: string;
  alertEmail2: string;
  alertEmail3: string;
}

export interface DesktopNotification {
  playSound: boolean;
  showNotifications: boolean;
  showText: boolean;
  soundId: number;
}

/** What the account's owner has set. */
export interface AccountSettings {
  /** IANA name. */
  timeZone: string;
  /** Numbers of its own, the first of them the one that people answer to. */
  readonly dedicated: readonly string[];
  /** Sender by country, ISO 3166 alpha-2 in upper case. */
  senders: Record<string, string>;
  inbound: InboundNotification;
  balance: BalanceNotification;
  desktop: DesktopNotification;
}

/** One import of contacts: 1 not started, 3 processing, 4 has errors, 5 completed. */
export interface ImportSession {
  readonly id: number;
  status: 1 | 3 | 4 | 5;
  /** Contacts imported so far, new ones and known ones: each once. */
  processed: number;
  readonly listIds: readonly number[];
  /** Contacts that wait for their turn, as fields by name. */
  waiting: Readonly<Record<string, string>>[];
  /** How many waited in the beginning. */
  readonly total: number;
  /** Rows that could not be taken. */
  refused: number;
  readonly excludesLandlines: boolean;
  readonly country: string | null;
  readonly createdAt: number;
}
