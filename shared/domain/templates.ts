/** A text that is kept for sending again and again. */
export interface Template {
  readonly id: number;
  readonly name: string;
  /** May hold merge fields in curly braces: `{First name}`, names of custom fields. */
  readonly content: string;
  /** Null where the service did not say. */
  readonly modifiedAt: number | null;
}
