/** What the place answers where the desktop keeps secrets. */

/**
 * `ready`: it did what was asked · `locked`: it did not open · `silent`: no answer in time, somebody may have been asked
 * and not have answered · `failed`: it answered with a fault · `absent`: there is none.
 */
export type KeyringState = 'ready' | 'locked' | 'silent' | 'failed' | 'absent';

export type KeyringAnswer =
  /** `secret` is what was looked for; null: there is none, or none was looked for. */
  | { readonly state: 'ready'; readonly secret: string | null }
  /** `detail`: the words of the desktop, for the log; they hold no secret. */
  | { readonly state: Exclude<KeyringState, 'ready'>; readonly detail: string };
