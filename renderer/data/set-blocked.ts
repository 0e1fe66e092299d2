import type { ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import type { RequestIds } from './request-ids.ts';

/** As many numbers as one request may name. */
const MOST_PHONES = 500;

/** `refused`: the first request that main refused, with how many numbers it named; null: all is done. */
interface Blocked {
  readonly count: number;
  readonly refused: { readonly problem: ContractError; readonly count: number } | null;
}

/** Blocks numbers, or takes the block off, in as many requests as they need, until one is refused. */
export async function setBlocked(
  { bridge, ids }: { readonly bridge: SwitchboardBridge; readonly ids: RequestIds },
  phones: readonly string[],
  isBlocked: boolean,
): Promise<Blocked> {
  let count = 0;
  for (let start = 0; start < phones.length; start += MOST_PHONES) {
    const part = phones.slice(start, start + MOST_PHONES);
    const reply = await ids.run(`people.setBlocked\n${String(isBlocked)}\n${part.join(' ')}`, (requestId) =>
      bridge.request('people.setBlocked', { requestId, phones: part, isBlocked }),
    );
    if (!reply.ok) return { count, refused: { problem: reply.error, count: part.length } };
    count += reply.value.count;
  }
  return { count, refused: null };
}
