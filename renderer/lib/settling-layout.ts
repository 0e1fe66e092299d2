interface SettlingLayoutOptions {
  /** So many frames in a row without a move are the end of it. */
  readonly quietFrames: number;
  /** The most frames, where something never comes to rest. */
  readonly mostFrames: number;
}

/** Adjusts something once per frame while rows around it are measured, until nothing has moved for some frames. */
export class SettlingLayout {
  /** Frames that were quiet; null: nothing is being adjusted. */
  #quiet: number | null = null;
  #runs = 0;
  readonly #options: SettlingLayoutOptions;

  constructor(options: SettlingLayoutOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#quiet !== null;
  }

  /**
   * `adjust` says whether something had moved since the last frame, and puts it right. Resolves at rest or after `stop`;
   * false where another run took its place.
   */
  async run(adjust: () => boolean): Promise<boolean> {
    const { quietFrames, mostFrames } = this.#options;
    this.#runs += 1;
    const run = this.#runs;
    this.#quiet = 0;
    for (let frames = 0; frames < mostFrames; frames += 1) {
      this.#quiet = adjust() ? 0 : this.#quiet + 1;
      if (this.#quiet >= quietFrames) break;
      await new Promise(requestAnimationFrame);
      if (run !== this.#runs) return false;
      if (!this.isRunning) return true;
    }
    this.#quiet = null;
    return true;
  }

  /** Something else moved: the quiet frames are counted from here. */
  prolong(): void {
    if (this.#quiet !== null) this.#quiet = 0;
  }

  /** Ends a run after the frame that it is in. */
  stop(): void {
    this.#quiet = null;
  }
}
