import { describe, expect, it } from 'vitest';
import { AddressFinder } from '#main/webhooks/tunnel/address-finder.ts';
import { Lines } from '#main/webhooks/tunnel/lines.ts';
import { endWithin } from '#test/support/end-within.ts';

const find = (
  wish: Partial<ConstructorParameters<typeof AddressFinder>[0]>,
  ...lines: readonly string[]
): (string | null)[] => {
  const finder = new AddressFinder({ program: 'other', pattern: '', isLocalService: false, ...wish });
  return lines.map((line) => finder.find(line));
};

describe('the public address in what a program prints', () => {
  it('is where cloudflared has it, and not the address of its service in an error', () => {
    expect(
      find(
        { program: 'cloudflared' },
        'ERR failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": dial tcp',
        'INF See https://developers.cloudflare.com/cloudflare-one',
        'INF |  https://a-b-c-9.trycloudflare.com                                     |',
        'https://a.trycloudflare.com.evil.example',
      ),
    ).toEqual([null, null, 'https://a-b-c-9.trycloudflare.com', null]);
  });

  it('is where ngrok has it, in either form of its log', () => {
    expect(
      find(
        { program: 'ngrok' },
        't=1 lvl=info msg="client session established" obj=csess url=https://connect.ngrok-agent.com:443',
        't=1 lvl=info msg="started tunnel" obj=tunnels name=command_line addr=http://localhost:80 url=https://ab.ngrok-free.app',
        '{"addr":"http://localhost:80","lvl":"info","msg":"started tunnel","name":"command_line","url":"https://ab.ngrok.app"}',
      ),
    ).toEqual([null, 'https://ab.ngrok-free.app', 'https://ab.ngrok.app']);
  });

  it('is the first https address of any other program, without what a sentence adds', () => {
    expect(find({}, 'forwarding http://a.example', 'it is https://b.example/x/.', '(https://c.example)')).toEqual([
      null,
      'https://b.example/x',
      'https://c.example',
    ]);
  });

  it('is the first group of a person’s pattern, or all of it, and has to be fit for the service', () => {
    expect(find({ pattern: 'at (\\S+)' }, 'at host.example', 'at http://host.example', 'at nothing?x=1')).toEqual([
      'https://host.example',
      null,
      null,
    ]);
    expect(find({ pattern: 'http://\\S+', isLocalService: true }, 'http://127.0.0.1:9')).toEqual([
      'http://127.0.0.1:9',
    ]);
    expect(find({ pattern: 'http://\\S+' }, 'http://127.0.0.1:9')).toEqual([null]);
    expect(find({}, `https://${'x'.repeat(400)}.example`)).toEqual([null]);
  });

  it.each(['https://0.0.0.0:8443', 'https://[::]:8443', 'https://[::ffff:127.0.0.1]', 'https://a.localhost/x'])(
    'is none that only this computer knows, such as %s, where the service is elsewhere',
    (own) => {
      expect(find({}, `listening on ${own}`, 'it is https://b.example')).toEqual([null, 'https://b.example']);
    },
  );

  it('is not looked for any more by a pattern that took for ever three times', () => {
    const pattern = '^(a+)+$|https://\\S+';
    const endless = `${'a'.repeat(60)}!`;
    const address = 'https://late.example';
    const findIn = (...lines: readonly string[]) => endWithin(() => find({ pattern }, ...lines));
    expect(findIn(endless, endless, address)).toEqual([null, null, address]);
    expect(findIn(endless, endless, endless, address)).toEqual([null, null, null, null]);
  });
});

describe('lines of a program', () => {
  const read = (...chunks: readonly string[]): readonly string[] => {
    const seen: string[] = [];
    const lines = new Lines((line) => seen.push(line));
    for (const chunk of chunks) lines.take(chunk);
    lines.end();
    return seen;
  };

  it('are whole however they come, without colours and empty ones', () => {
    expect(read('one\ntw', 'o\r\n\n  \nth', 'ree\rfour')).toEqual(['one', 'two', 'three', 'four']);
    const escape = String.fromCharCode(27);
    expect(read(`${escape}[31mred${escape}[0m\n`)).toEqual(['red']);
  });

  it('are cut where they do not end', () => {
    expect(read(...Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)), '\nnext\n')).toEqual([
      'x'.repeat(2_000),
      'next',
    ]);
  });
});
