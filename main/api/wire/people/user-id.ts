import { readIdOrNull, readMember } from '../read.ts';

/** The id of a user, who is told as a whole; null where none is. */
export function readUserId(value: unknown): number | null {
  return readIdOrNull(readMember(value, 'id'));
}
