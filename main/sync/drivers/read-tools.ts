import type { Doubts } from './doubts.ts';
import type { History } from './history.ts';
import type { MessageCommits } from './message-commits.ts';
import type { SingleReads } from './single-reads.ts';

/** What reading messages takes besides the context. */
export interface ReadTools {
  readonly history: History;
  readonly commits: MessageCommits;
  readonly singles: SingleReads;
  readonly doubts: Doubts;
}
