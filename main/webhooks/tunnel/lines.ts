/** Longest line that is looked at; what is beyond is dropped, and nothing grows by a program that never ends a line. */
const LONGEST = 2_000;
/** Colours and movements of a terminal. */
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;?]*[A-Za-z]`, 'g');

/** Takes what a program prints apart into lines, each cut at its length. */
export class Lines {
  readonly #onLine: (line: string) => void;
  #line = '';

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  take(chunk: string): void {
    const [first = '', ...others] = chunk.split(/\r\n|\n|\r/);
    this.#grow(first);
    for (const other of others) {
      this.end();
      this.#grow(other);
    }
  }

  /** What is there counts as a line. */
  end(): void {
    const line = this.#line.replace(ESCAPES, '').trim();
    this.#line = '';
    if (line !== '') this.#onLine(line);
  }

  #grow(part: string): void {
    const room = LONGEST - this.#line.length;
    if (room > 0) this.#line += part.slice(0, room);
  }
}
