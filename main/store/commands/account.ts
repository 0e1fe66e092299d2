import { toAccountColumns } from '../rows/account-row.ts';
import type { AccountColumns } from '../rows/account-row.ts';
import { isSame, toInsert } from '../rows/sql.ts';
import type { CacheCommand } from './command.ts';
import { rememberMedia, withKeptPicture } from './media.ts';

export const saveAccount: CacheCommand<'saveAccount'> = {
  file: 'cache',
  run: ({ cache, changes }, { account: given }) => {
    const account = withKeptPicture(cache, given);
    const wanted = toAccountColumns(account);
    const stored = cache.get<AccountColumns>('SELECT * FROM account WHERE id = 1');
    if (stored !== undefined && isSame(stored, wanted)) return;
    cache.run('DELETE FROM account');
    cache.run(toInsert('account', ['id', ...Object.keys(wanted)]), { id: 1, ...wanted });
    rememberMedia(cache, account.avatarHref);
    changes.addAccount();
  },
};
