/** The hours of a week as a form shows them. */
import type { BusinessHours } from '#shared/contract/index.ts';

export type OpenWeekForm = NonNullable<BusinessHours>;

/** The first choice: office hours. */
export const USUAL_WEEK: OpenWeekForm = [0, 1, 2, 3, 4, 5, 6].map((day) =>
  day < 5 ? { opensAt: 540, closesAt: 1_020 } : null,
);
