/** How a second start asks the process that holds the data folder: over a local socket or pipe, one line each way. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import net from 'node:net';
import * as v from 'valibot';
import { hasCode } from './files.ts';
import { createToken } from './ids.ts';
import { isPageAddress } from './page-address.ts';

/** `who`: only say who you are. `reveal`: show your window as well. */
export type Question = 'who' | 'reveal';
/** The question, and a nonce that the answer signs. */
const ASKED = /^(who|reveal) ([\w-]{1,64})\n$/;
const MAX_QUESTION = 80;
const ANSWER_WITHIN_MS = 3_000;
const MAX_LINE = 4_096;
/** Any process may answer: an address that is not exactly one of our page is refused. */
const answerSchema = v.object({
  pid: v.number(),
  url: v.nullable(v.pipe(v.string(), v.check(isPageAddress))),
  /** Empty where only the holder can listen at the address. */
  proof: v.string(),
});

export type HolderAnswer = Omit<v.InferOutput<typeof answerSchema>, 'proof'>;
/** Known only to those who may read the folder; null where no other user can listen at the address. */
export type IpcSecret = string | null;
export type Answer = (question: Question) => HolderAnswer;

/** The outcome of one try to take a folder. `again`: another process was starting at the same moment. */
export type Claim =
  | { readonly kind: 'mine'; readonly release: () => Promise<void> }
  | { readonly kind: 'busy'; readonly address: string; readonly secret: IpcSecret }
  | { readonly kind: 'again' };

/** Listens at `address`. Undefined where another process has that name already; rejects on anything else. */
export async function listenForStarts(
  address: string,
  answer: Answer,
  secret: IpcSecret = null,
): Promise<net.Server | undefined> {
  const server = net.createServer((socket) => answerConnection(socket, answer, secret));
  const listening = new Promise<net.Server | undefined>((resolve, reject) => {
    server.once('error', (error) => (hasCode(error, 'EADDRINUSE') ? resolve(undefined) : reject(error)));
    server.once('listening', () => resolve(server));
  });
  server.listen({ path: address, exclusive: true });
  return await listening;
}

/** Stops listening; the system removes the name. */
export async function stopListening(server: net.Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}

/** Whether a process listens there. Unclear counts as yes: a folder is never taken on a guess. */
export async function isAlive(address: string): Promise<boolean> {
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
  secret: IpcSecret = null,
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
      if (line.length > MAX_LINE) end(null);
    });
    socket.write(`${question} ${nonce}\n`);
  });
}

function parseAnswer(line: string, nonce: string, secret: IpcSecret): HolderAnswer | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answerSchema), line);
  if (!parsed.success) return null;
  const { proof, ...answer } = parsed.output;
  return isEqual(proof, toProof(answer, nonce, secret)) ? answer : null;
}

function toProof({ pid, url }: HolderAnswer, nonce: string, secret: IpcSecret): string {
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

function answerConnection(socket: net.Socket, answer: Answer, secret: IpcSecret): void {
  let line = '';
  socket.setEncoding('utf8');
  socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
  // A start that only tests whether a process listens disconnects at once; that is not an error.
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    line += String(chunk);
    const [, question, nonce] = ASKED.exec(line) ?? [];
    if (question !== undefined && nonce !== undefined) {
      const said = answer(question === 'reveal' ? 'reveal' : 'who');
      socket.end(`${JSON.stringify({ ...said, proof: toProof(said, nonce, secret) })}\n`);
    } else if (line.length > MAX_QUESTION) socket.destroy();
  });
}
