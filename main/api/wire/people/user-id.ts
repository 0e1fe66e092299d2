import { readIdOrNull, readMember, readText } from '../read.ts';

/** The id of a user, who is told as a whole; null where none is. */
export function readUserId(value: unknown): number | null {
  return readIdOrNull(readMember(value, 'id'));
}

/** The name of a user, who is told as a whole; '' where it is not said. */
export function readUserName(value: unknown): string {
  return `${readText(readMember(value, 'firstName'))} ${readText(readMember(value, 'lastName'))}`.trim();
}
