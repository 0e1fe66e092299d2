import { describe, expect, it } from 'vitest';
import { ABSENCE_HOLDS_MS, Knowledge, NO_KNOWLEDGE } from '#main/api/knowledge.ts';
import type { KnowledgeData } from '#main/api/knowledge.ts';

function createKnowledge(data: KnowledgeData = NO_KNOWLEDGE) {
  const clock = { now: 1_000_000 };
  const told: KnowledgeData[] = [];
  const knowledge = new Knowledge({ data, now: () => clock.now, onLearned: (news) => told.push(news) });
  return { knowledge, clock, told };
}

describe('what is known of a service', () => {
  it('is told once for each thing that is new', () => {
    const { knowledge, told } = createKnowledge();
    knowledge.noteVariant('contacts', 'sdk');
    knowledge.noteVariant('contacts', 'sdk');
    knowledge.noteAbsent('pinning');
    knowledge.noteAbsent('pinning');
    knowledge.notePresent('schedules');
    expect(told).toEqual([
      { variants: { contacts: 'sdk' }, absentSince: {} },
      { variants: { contacts: 'sdk' }, absentSince: { pinning: 1_000_000 } },
    ]);
  });

  it('holds a feature for missing for a day, and asks for it again then', () => {
    const { knowledge, clock } = createKnowledge();
    knowledge.noteAbsent('schedules');
    clock.now += ABSENCE_HOLDS_MS - 1;
    expect(knowledge.absent).toEqual(['schedules']);
    clock.now += 1;
    expect(knowledge.absent).toEqual([]);
  });

  it('does not keep a feature away for years because a clock was wrong', () => {
    const { knowledge } = createKnowledge({ variants: {}, absentSince: { pinning: 9_000_000_000_000 } });
    expect(knowledge.isAbsent('pinning')).toBe(false);
  });

  it('forgets an absence as soon as the feature answers, and all of them when a person asks', () => {
    const { knowledge, told } = createKnowledge();
    knowledge.noteAbsent('pinning');
    knowledge.noteAbsent('tags');
    knowledge.notePresent('pinning');
    expect(knowledge.absent).toEqual(['tags']);
    knowledge.forgetAbsences();
    expect(told.at(-1)).toEqual(NO_KNOWLEDGE);
  });

  it('knows nothing of a family that is named like something every object has', () => {
    expect(createKnowledge().knowledge.findVariant('constructor')).toBeUndefined();
  });
});
