import { describe, expect, it } from 'vitest';
import type { DemoResponse } from '#main/demo/http.ts';
import { toControl } from '#main/demo/steering/control.ts';
import { DemoOnFakeTimers } from './demo-on-fake-timers.ts';

function steer(demo: DemoOnFakeTimers, body: unknown): DemoResponse {
  const answer = toControl(demo.service)({
    ...{ method: 'POST', path: '/control/faults', query: '' },
    headers: { host: '127.0.0.1', 'x-demo-control': '1' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
  if (answer === undefined) throw new Error('Control did not answer');
  return answer;
}

function toFields({ body }: DemoResponse): string[] {
  const { errors } = JSON.parse(new TextDecoder().decode(body)) as { errors?: { fields?: object } };
  return Object.keys(errors?.fields ?? {});
}

const SET = { kind: 'status', status: 500, times: 3 } as const;

describe('troubles that cannot be', () => {
  it.each([
    ['a status below 400', { kind: 'status', status: 204 }, 'status'],
    ['a status that HTTP does not have', { kind: 'status-page', status: 1_000 }, 'status'],
    ['a status of two digits', { kind: 'status-after', status: 99 }, 'status'],
    ['no times', { kind: 'status', times: 0 }, 'times'],
    ['less than no times', { kind: 'status', times: -1 }, 'times'],
    ['a delay before now', { kind: 'delay', delayMs: -1 }, 'delayMs'],
    ['a delay longer than timers can wait', { kind: 'delay', delayMs: 3_000_000_000 }, 'delayMs'],
    ['an end of the delay before now', { kind: 'delay', toDelayMs: -5 }, 'toDelayMs'],
    ['a wait before now', { kind: 'status', retryAfterSeconds: -1 }, 'retryAfterSeconds'],
    ['a misspelt part', { kind: 'status', statsu: 500 }, 'statsu'],
    ['a redirect that leads nowhere', { kind: 'redirect' }, 'location'],
    ['no kind', { status: 500 }, 'kind'],
    ['what is no object', 'maintenance', 'kind'],
  ])('are a 400 that names the part, and what was set stays: %s', (_what, fault, field) => {
    const demo = new DemoOnFakeTimers();
    demo.service.faults.set([SET]);
    const answer = steer(demo, { faults: [fault] });
    expect(answer.status).toBe(400);
    expect(toFields(answer)).toEqual([field]);
    expect(demo.service.faults.list()).toEqual([SET]);
  });

  it.each([
    ['text', { faults: 'x' }, ['faults']],
    ['one that is not in a list', { faults: { kind: 'delay' } }, ['faults']],
    ['nothing', {}, ['faults']],
    ['a misspelt key', { fault: [] }, ['fault', 'faults']],
    ['a misspelt key beside the right one', { faults: [], times: 1 }, ['times']],
  ])('are a 400 where there is no list of them: %s', (_what, body, fields) => {
    const demo = new DemoOnFakeTimers();
    demo.service.faults.set([SET]);
    const answer = steer(demo, body);
    expect(answer.status).toBe(400);
    expect(toFields(answer).sort()).toEqual(fields);
    expect(demo.service.faults.list()).toEqual([SET]);
  });

  it('are the only ones refused: an empty list ends all', () => {
    const demo = new DemoOnFakeTimers();
    expect(steer(demo, { faults: [{ ...SET, retryAfterSeconds: 0, path: '/chats' }] }).status).toBe(200);
    expect(demo.service.faults.list()).toHaveLength(1);
    expect(steer(demo, { faults: [] }).status).toBe(200);
    expect(demo.service.faults.list()).toEqual([]);
  });
});
