/** One row of `people`: a number with the name that the eye sees and all that it is found by. */
export type PersonColumns = {
  readonly phone: string;
  readonly name: string;
  readonly folded: string;
  readonly haystack: string;
  readonly contact_id: number | null;
  readonly avatar_id: string | null;
};
