/** What no JSON text can be read as. */
export const NOT_JSON: unique symbol = Symbol('not JSON');

/** The value of a JSON text, `NOT_JSON` when it is none. Total. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return NOT_JSON;
    throw error;
  }
}
