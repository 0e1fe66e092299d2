/** Changes the service while callbacks come: texts of customers and sends of another client; reads its state. */
import * as v from 'valibot';
import { steerService, type ServiceAccount } from '#test/e2e/support/programs.ts';
import type { Random } from '#test/support/random.ts';

/** Numbers with an open chat in every demo. */
export const PEOPLE = ['447700900318', '447700900188', '447700900389'] as const;

const stateSchema = v.object({
  counts: v.object({ unread: v.number(), chats: v.number() }),
  callbacks: v.array(
    v.object({
      kind: v.picklist(['delivery', 'inbound']),
      id: v.number(),
      letter: v.nullable(v.string()),
      answered: v.nullable(v.number()),
    }),
  ),
  sent: v.array(v.object({ id: v.number(), text: v.string(), status: v.string() })),
});
export type ServiceState = v.InferOutput<typeof stateSchema>;

/** Counts, the callbacks that the service posted last, and what was sent to that number. */
export async function parseState(account: ServiceAccount, phone = ''): Promise<ServiceState> {
  return v.parse(stateSchema, await steerService(account, phone === '' ? 'GET state' : `GET state?phone=${phone}`));
}

export async function readIds(account: ServiceAccount): Promise<{
  readonly inbound: readonly number[];
  readonly outbound: readonly number[];
}> {
  const ids = v.array(v.number());
  return v.parse(v.object({ inbound: ids, outbound: ids }), await steerService(account, 'GET ids'));
}

/** A customer writes. Resolves with the id; the service also sends its callback. */
export async function receiveText(account: ServiceAccount, sender: string, text: string): Promise<number> {
  const { id } = await steerService(account, 'POST inbound', { sender, text });
  return v.parse(v.number(), id);
}

const SENT = 'Really sent';

/** Ids of all texts that the other client sent. */
export async function listSentByOtherClient(account: ServiceAccount): Promise<readonly number[]> {
  const states = await Promise.all(PEOPLE.map((phone) => parseState(account, phone)));
  return states.flatMap(({ sent }) => sent.filter(({ text }) => text.startsWith(SENT)).map(({ id }) => id));
}

/** Another client of the account sends one text to each number; their delivery statuses follow within a second. */
export async function sendFromOtherClient(account: ServiceAccount, phones: readonly string[], text: string) {
  const response = await fetch(`${account.baseUrl}/api/v2/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-tm-username': account.username,
      'x-tm-key': account.apiKey,
    },
    body: JSON.stringify({ text, phones: phones.join(',') }),
  });
  // A send above the rate limit is left out.
  if (!response.ok && response.status !== 429) throw new Error(`A send was refused with ${String(response.status)}`);
}

export interface WrittenText {
  readonly id: number;
  readonly phone: string;
}

/** Until the signal: about twenty received texts a second, and a send after every fourth. */
export async function changeService(
  account: ServiceAccount,
  given: { readonly random: Random; readonly ending: AbortSignal; readonly onText: (text: WrittenText) => void },
): Promise<void> {
  const { random, ending, onText } = given;
  for (let count = 1; !ending.aborted; count += 1) {
    const phone = random.pick(PEOPLE);
    onText({ phone, id: await receiveText(account, phone, `Really written ${String(count)}`) });
    if (count % 4 === 0) await sendFromOtherClient(account, PEOPLE, `${SENT} ${String(count)}`);
    await new Promise((resolve) => setTimeout(resolve, random.between(20, 60)));
  }
}
