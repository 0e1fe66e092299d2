/** Two sides around one @, the second with a dot, and no blank in between. */
const POSSIBLE = /^[^\s@]+@[^\s@.]+(?:\.+[^\s@.]+)+\.?$/;

/** Whether a text can be an e-mail address. Only what certainly is none is not: the service says what it makes of the rest. */
export function isPossibleEmail(text: string): boolean {
  return POSSIBLE.test(text.trim());
}
