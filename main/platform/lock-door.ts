/** The door of a held folder: the holder listens, a second start knocks. One line each way. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import net from 'node:net';
import * as v from 'valibot';
import { hasCode } from './files.ts';
import { createToken } from './ids.ts';
import { isPageAddress } from './page-address.ts';

/** `who`: only say who you are. `reveal`: show your window as well. */
export type Question = 'who' | 'reveal';
/** The question, and what is to be signed with the answer to it. */
const ASKED = /^(who|reveal) ([\w-]{1,64})\n$/;
const LONGEST_QUESTION = 80;
const ANSWER_WITHIN_MS = 3_000;
const LONGEST_LINE = 4_096;
/** Whoever answers may be anybody: an address that is not exactly one of a page is no answer. */
const answerSchema = v.object({
  pid: v.number(),
  url: v.nullable(v.pipe(v.string(), v.check(isPageAddress))),
  /** Empty where the place of the door alone says who holds it. */
  proof: v.string(),
});

export type HolderAnswer = Omit<v.InferOutput<typeof answerSchema>, 'proof'>;
/** What only those have who may use the folder; null where nobody else can listen at the address. */
export type DoorSecret = string | null;
export type Answer = (question: Question) => HolderAnswer;

/** What one try to take a folder came to. `again`: somebody else was starting at the same moment. */
export type Claim =
  | { readonly kind: 'mine'; readonly release: () => Promise<void> }
  | { readonly kind: 'busy'; readonly address: string; readonly secret: DoorSecret }
  | { readonly kind: 'again' };

/** Listens at `address`. Undefined when somebody else has that name already; rejects on anything else. */
export async function openDoor(
  address: string,
  answer: Answer,
  secret: DoorSecret = null,
): Promise<net.Server | undefined> {
  const server = net.createServer((socket) => serveKnock(socket, answer, secret));
  const listening = new Promise<net.Server | undefined>((resolve, reject) => {
    server.once('error', (error) => (hasCode(error, 'EADDRINUSE') ? resolve(undefined) : reject(error)));
    server.once('listening', () => resolve(server));
  });
  server.listen({ path: address, exclusive: true });
  return await listening;
}

/** Stops listening; the system removes the name. */
export async function closeDoor(server: net.Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}

/** Whether somebody listens there. What cannot be told counts as alive: a folder is never taken on a guess. */
export async function isAnybodyThere(address: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = net.connect({ path: address });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!hasCode(error, 'ECONNREFUSED', 'ENOENT', 'ENOTSOCK')));
  });
}

/** Asks the holder. Null when it does not answer in time (it may be busy or stopped), or does not prove to be it. */
export async function askHolder(
  address: string,
  question: Question,
  secret: DoorSecret = null,
): Promise<HolderAnswer | null> {
  const nonce = createToken();
  return await new Promise((resolve) => {
    const socket = net.connect({ path: address });
    let line = '';
    const end = (answer: HolderAnswer | null): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('utf8');
    socket.setTimeout(ANSWER_WITHIN_MS, () => end(null));
    socket.once('error', () => end(null));
    socket.once('close', () => end(parseAnswer(line, nonce, secret)));
    socket.on('data', (chunk) => {
      line += String(chunk);
      if (line.length > LONGEST_LINE) end(null);
    });
    socket.write(`${question} ${nonce}\n`);
  });
}

function parseAnswer(line: string, nonce: string, secret: DoorSecret): HolderAnswer | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answerSchema), line);
  if (!parsed.success) return null;
  const { proof, ...answer } = parsed.output;
  return isEqual(proof, toProof(answer, nonce, secret)) ? answer : null;
}

function toProof({ pid, url }: HolderAnswer, nonce: string, secret: DoorSecret): string {
  return secret === null
    ? ''
    : createHmac('sha256', secret)
        .update(JSON.stringify([nonce, pid, url]))
        .digest('hex');
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function serveKnock(socket: net.Socket, answer: Answer, secret: DoorSecret): void {
  let line = '';
  socket.setEncoding('utf8');
  socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
  // A starter that only looks whether somebody is here hangs up at once; that is no failure of ours.
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    line += String(chunk);
    const [, question, nonce] = ASKED.exec(line) ?? [];
    if (question !== undefined && nonce !== undefined) {
      const said = answer(question === 'reveal' ? 'reveal' : 'who');
      socket.end(`${JSON.stringify({ ...said, proof: toProof(said, nonce, secret) })}\n`);
    } else if (line.length > LONGEST_QUESTION) socket.destroy();
  });
}
