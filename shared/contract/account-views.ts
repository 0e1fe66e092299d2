/** The accounts of this computer, and what is kept of them here. */
import * as v from 'valibot';

const instant = v.number();

/** One account that was opened on this computer. */
export const rememberedAccountSchema = v.object({
  /** Names it in `accounts.*`. */
  accountId: v.string(),
  baseUrl: v.string(),
  username: v.string(),
  /** The one that is open now; the others keep their caches and do not ask the service. */
  isActive: v.boolean(),
  /**
   * Where its key is: `kept` in the keyring of this computer · `here` until the app closes · `missing`: it opens on what is
   * kept here until somebody enters it.
   */
  key: v.picklist(['kept', 'here', 'missing']),
  /** A person signed out of it: opening it asks for the key. */
  isSignedOut: v.boolean(),
  /**
   * A person removed it, and something of it is still here: a file that another program holds, or its key in a keyring that
   * did not open. It cannot be opened; removing it again goes on with that, as does the next start.
   */
  isRemovedInPart: v.boolean(),
  /** When it was open last; null where nobody noted it. */
  lastOpenAt: v.nullable(instant),
});
export type RememberedAccountView = v.InferOutput<typeof rememberedAccountSchema>;

/** What goes when an account is removed from this computer. */
export const accountContentsSchema = v.object({
  accountId: v.string(),
  drafts: v.number(),
  /** Texts that did not leave, or of which nobody knows whether they did. */
  unsent: v.number(),
  /** Things done to chats that the service has not confirmed. */
  actions: v.number(),
  /** Sends in the ledger. */
  ledger: v.number(),
  messages: v.number(),
  bytes: v.number(),
});
export type AccountContents = v.InferOutput<typeof accountContentsSchema>;

/** The stored copy of the open account, and how far back it is filled. */
export const storedCopySchema = v.object({
  kinds: v.array(
    v.object({
      kind: v.picklist(['messages', 'search', 'chats', 'people', 'others', 'pictures', 'own']),
      rows: v.number(),
      bytes: v.number(),
    }),
  ),
  /** Of all files of this account. */
  bytes: v.number(),
  history: v.object({
    days: v.nullable(v.picklist([30, 365])),
    isPaused: v.boolean(),
    /** Everything back to the beginning of the account is here: there is nothing older to read. */
    isWhole: v.boolean(),
  }),
});
export type StoredCopy = v.InferOutput<typeof storedCopySchema>;
