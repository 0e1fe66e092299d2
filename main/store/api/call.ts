/** One command or query of the store: what goes in and what comes out, plain data that survives a structured clone. */
export interface Call<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

export type Nothing = Record<string, never>;
