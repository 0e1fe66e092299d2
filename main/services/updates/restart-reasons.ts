/** What runs now and would be cut short by a restart of the app. A new reason is a line in `REASONS`. */
import { goesOn } from '#main/services/importing/run/run-states.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';
import type { QuitGuard } from '#main/services/sending/quit-guard.ts';
import type { RestartReason } from '#shared/domain/updates.ts';

interface Needs {
  readonly session: Pick<Session, 'findAccount'>;
  readonly quitGuard: Pick<QuitGuard, 'countUnsent'>;
}

const REASONS: Readonly<Record<RestartReason, (account: OpenAccount, needs: Needs) => Promise<boolean>>> = {
  import: async ({ store }) => (await store.listImports({})).some((one) => goesOn(one)),
  // Texts that cannot leave now are on the disk, and leave after the restart.
  sending: async (_, { quitGuard }) => {
    const { held, queued, sending, canSendNow } = await quitGuard.countUnsent();
    return sending > 0 || (canSendNow && held + queued > 0);
  },
};

/** Rejects with `disk`. */
export async function findRestartReasons(needs: Needs): Promise<readonly RestartReason[]> {
  const account = needs.session.findAccount();
  if (account === undefined) return [];
  const all = Object.keys(REASONS) as RestartReason[];
  const running = await Promise.all(all.map((reason) => REASONS[reason](account, needs)));
  return all.filter((_, index) => running[index] === true);
}
