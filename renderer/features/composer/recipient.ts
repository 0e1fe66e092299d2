/** One line of the list under the "To" field. */
export interface RecipientOption {
  readonly phone: string;
  /** Empty for a number without a name. */
  readonly name: string;
  readonly title: string;
  /** Stands behind the title; empty for nothing. */
  readonly hint: string;
}
