import type { saveJson } from '#main/platform/files.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { DemoService, Host } from '#main/services/ports.ts';
import type { AccountNeeds } from './account.ts';
import { AccountSlot } from './account-slot.ts';
import type { AccountSlotNeeds } from './account-slot.ts';
import { KeyKeeper } from './key-keeper.ts';
import { KeysAtHand } from './keys-at-hand.ts';
import { SessionMemory } from './session-memory.ts';
import { SessionNotes } from './session-notes.ts';
import { Teller } from './teller.ts';

export interface SessionNeeds extends AccountNeeds {
  readonly dataFolder: string;
  readonly secrets: Host['secrets'];
  /** Mounts the demo service; called when somebody asks for it. */
  readonly startDemoService: () => Promise<DemoService>;
  /** Deletes a folder with all that is in it; the disk's own way unless told. */
  readonly deleteFolder?: (folder: string) => Promise<void>;
  /** Writes `session.json`; the disk's own way unless told. */
  readonly saveSession?: typeof saveJson;
}

/** What the acts of the session work with. */
export interface SessionParts {
  readonly needs: SessionNeeds;
  readonly memory: SessionMemory;
  readonly notes: SessionNotes;
  readonly keys: KeyKeeper;
  readonly atHand: KeysAtHand;
  readonly slot: AccountSlot;
  readonly teller: Teller;
  /** One act at a time. */
  readonly turns: Serial;
  readonly ending: AbortController;
}

export function createSessionParts(
  needs: SessionNeeds,
  { onStoreFailed }: Pick<AccountSlotNeeds, 'onStoreFailed'>,
): SessionParts {
  const { dataFolder, log, now } = needs;
  const memory = new SessionMemory(dataFolder, log, needs.saveSession);
  const notes = new SessionNotes(now);
  const atHand = new KeysAtHand(log);
  const turns = new Serial();
  const ending = new AbortController();
  const retell = (): void => teller.retell();
  const keys = new KeyKeeper({ ...needs, memory, turns, onChange: retell });
  const slot = new AccountSlot({
    account: needs,
    dataFolder,
    notes,
    ending: ending.signal,
    onChange: (changes) => (changes.account || changes.everything) && retell(),
    onLearned: retell,
    onStoreFailed,
  });
  const teller = new Teller({ ...needs, slot, memory, keys, atHand, notes, ending: ending.signal });
  return { needs, memory, notes, keys, atHand, slot, teller, turns, ending };
}
