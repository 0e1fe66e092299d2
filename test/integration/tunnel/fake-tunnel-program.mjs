/**
 * A fake of a tunnel program. Arguments, in any order:
 *   --port N           forwards a port of this computer to N, and prints its address; without it the address is made up
 *   --print TEXT       prints this line first      --as FORM     plain, cloudflared or ngrok
 *   --after MS         before the address          --dies MS     ends by itself, with code 3, after the other has begun
 *   --flood MB         first prints so many megabytes without a new line
 *   --noise            prints other addresses, many lines, and bytes that are no text
 *   --deaf             does not end when asked to  --forks       starts another, which is as deaf
 *   --pids FILE        where it writes down its number and that of the other
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import net from 'node:net';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    listen: { type: 'string' },
    print: { type: 'string' },
    as: { type: 'string', default: 'plain' },
    after: { type: 'string', default: '0' },
    dies: { type: 'string' },
    flood: { type: 'string' },
    noise: { type: 'boolean' },
    deaf: { type: 'boolean' },
    forks: { type: 'boolean' },
    pids: { type: 'string' },
    mute: { type: 'boolean' },
  },
});

/** As each program prints it. */
const FORMS = {
  plain: (url) => [`your address is ${url}`],
  cloudflared: (url) => [
    '2026-11-20T10:00:00Z INF Requesting new quick Tunnel on trycloudflare.com...',
    '2026-11-20T10:00:01Z INF |  Your quick Tunnel has been created! Visit it at:  |',
    `2026-11-20T10:00:01Z INF |  ${url}  |`,
  ],
  ngrok: (url) => [
    '{"lvl":"info","msg":"starting web service","obj":"web","addr":"127.0.0.1:4040"}',
    `{"addr":"http://localhost:1","lvl":"info","msg":"started tunnel","name":"command_line","obj":"tunnels","url":"${url}"}`,
  ],
};

const say = (line) => (values.as === 'cloudflared' ? process.stderr : process.stdout).write(`${line}\n`);

if (values.pids !== undefined) appendFileSync(values.pids, `${process.pid}\n`);
// The program that started this one waits until its number is written.
process.send?.('begun', () => process.disconnect());
if (values.deaf) for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
// It ends after two minutes even where a test forgets to end it.
setTimeout(() => process.exit(9), 120_000);
if (values.forks) {
  const args = [process.argv[1], '--deaf', '--mute', ...(values.pids === undefined ? [] : ['--pids', values.pids])];
  const other = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  await once(other, 'message');
}
if (values.dies !== undefined) setTimeout(() => process.exit(3), Number(values.dies));

if (values.print !== undefined) say(values.print);
if (values.noise) {
  process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x1b, 0x5b, 0x33, 0x31, 0x6d]));
  for (let index = 0; index < 500; index += 1) say(`line ${index} http://not.fit.example/${index} htt ps://`);
  say(`https://${'x'.repeat(100_000)}`);
}
if (values.flood !== undefined) {
  const piece = 'x'.repeat(1_000_000);
  for (let left = Number(values.flood); left > 0; left -= 1) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
  process.stdout.write('\n');
}
if (!values.mute) setTimeout(() => void announce(), Number(values.after));

async function announce() {
  const url = values.port === undefined ? 'https://quiet-heron.trycloudflare.com' : await forward(Number(values.port));
  for (const line of FORMS[values.as](url)) say(line);
  say('visited https://later.trycloudflare.com, which somebody asked for');
}

async function forward(port) {
  const server = net.createServer((from) => {
    const to = net.connect(port, '127.0.0.1');
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  await new Promise((resolve) => server.listen(Number(values.listen ?? 0), '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}
