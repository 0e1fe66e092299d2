/** The outbox, the files of texts, and the ledger. Owned rows, on disk before the promise resolves. */
import type { LedgerEntry, LedgerFilter, LedgerPage, LedgerTotals, OwnFileView } from '#shared/contract/index.ts';
import type { FileId, PhoneKey, SendId } from '#shared/domain/ids.ts';
import type { Send, SendFile, SendState } from '#shared/domain/sends.ts';
import type { Call, Nothing } from './call.ts';

/** What may change of a send. `files` by `setFileUploaded` alone. */
export type SendChanges = Partial<Omit<Send, 'id' | 'phone' | 'text' | 'files' | 'ownReference' | 'createdAt'>>;

export interface SendCommands {
  /**
   * `send.files` without a link are files of the draft of its number, which become the send's; those with a link are
   * copies of another send's. In that order. Fails with `AppError` `not-found` where a file is not in the draft any more;
   * then nothing is written. A draft of the same words is used up.
   */
  createSend: Call<{ readonly send: Send }, void>;
  updateSend: Call<{ readonly sendId: SendId; readonly patch: SendChanges }, void>;
  /** The ledger keeps it, as `discarded`. Its files go to the draft of its number; what came back is answered. */
  deleteSend: Call<{ readonly sendId: SendId }, { readonly files: readonly SendFile[] }>;
  commitAcceptedSend: Call<{ readonly sendId: SendId }, void>;

  /** At the end of the draft of that number. `validation` (`file`: `too-many`) beyond `MOST_FILES`. */
  addDraftFile: Call<{ readonly phone: PhoneKey; readonly file: SendFile; readonly at: number }, void>;
  removeDraftFile: Call<{ readonly phone: PhoneKey; readonly fileId: FileId }, void>;
  /** The service has it, and where; told in the ledger. */
  setFileUploaded: Call<{ readonly fileId: FileId; readonly href: string }, void>;
}

export interface SendQueries {
  findSend: Call<{ readonly sendId: SendId }, Send | null>;
  /** In order of creation. */
  listSends: Call<{ readonly states: readonly SendState[] }, readonly Send[]>;
  getDraft: Call<{ readonly phone: PhoneKey }, { readonly text: string; readonly files: readonly OwnFileView[] }>;
  /** Files whose bytes may still be needed: of drafts, and of sends that the service has not taken. */
  listNeededFileIds: Call<Nothing, readonly FileId[]>;

  listLedger: Call<
    {
      readonly filter: LedgerFilter;
      readonly before: { readonly createdAt: number; readonly sendId: string } | null;
      readonly limit: number;
    },
    LedgerPage
  >;
  countLedger: Call<{ readonly filter: LedgerFilter }, LedgerTotals>;
  getLedgerEntry: Call<{ readonly sendId: SendId }, LedgerEntry | null>;
}

/** The service's price list: account money for one part, by country (ISO 3166 alpha-2). Cache rows. */
export interface PriceCommands {
  setPrices: Call<{ readonly prices: readonly { readonly countryId: string; readonly price: number }[] }, void>;
}

export interface PriceQueries {
  /** Null where the list does not say. */
  findPrice: Call<{ readonly countryId: string }, number | null>;
}
