import { describe, expect, it } from 'vitest';
import { findCookie, Gate, toCookieName } from '#main/hosts/browser/gate.ts';

function open(): Gate {
  let count = 0;
  return new Gate(() => `token-${String((count += 1))}`);
}

describe('the gate', () => {
  it('GATE-1: opens once for a token', () => {
    const gate = open();
    const { token } = gate;
    expect(gate.findAdmission(token)).toBeDefined();
    expect(gate.findAdmission(token)).toBeUndefined();
  });

  it('GATE-1: has one token at a time, another only after it was spent', () => {
    const gate = open();
    const { token } = gate;
    expect(gate.token).toBe(token);
    gate.findAdmission(token);
    expect(gate.token).not.toBe(token);
  });

  it('stays shut for a wrong token and leaves the good one good', () => {
    const gate = open();
    const { token } = gate;
    expect(gate.findAdmission('token-9')).toBeUndefined();
    expect(gate.findAdmission('')).toBeUndefined();
    expect(gate.findAdmission(token)).toBeDefined();
  });

  it('is shut before anybody asked for a token', () => {
    expect(open().findAdmission('token-1')).toBeUndefined();
  });

  it('lets in whoever shows what the token gave, and nobody else', () => {
    const gate = open();
    const admission = gate.findAdmission(gate.token);
    expect(gate.isAdmitted(admission)).toBe(true);
    expect(gate.isAdmitted(`${admission ?? ''}x`)).toBe(false);
    expect(gate.isAdmitted(undefined)).toBe(false);
  });

  it('GATE-3: asks the browser that came first again when too many came', () => {
    const gate = open();
    const admissions = Array.from({ length: 21 }, () => gate.findAdmission(gate.token));
    expect(gate.isAdmitted(admissions[0])).toBe(false);
    expect(admissions.slice(1).every((admission) => gate.isAdmitted(admission))).toBe(true);
  });
});

describe('cookies', () => {
  it('are found among others', () => {
    expect(findCookie('a=1; switchboard-4780=xyz; b=2', toCookieName(4780))).toBe('xyz');
  });

  it('of another port are another’s', () => {
    expect(findCookie('switchboard-4781=xyz', toCookieName(4780))).toBeUndefined();
    expect(findCookie(undefined, toCookieName(4780))).toBeUndefined();
  });
});
