/** Entry of the thread that reads a file of contacts and checks its rows. */
import { serveFile } from '#main/importing/read/serve-file.ts';
import { CheckedFile } from './checked-file.ts';
import type { CheckRequest, ImportHead } from './protocol.ts';

void serveFile<ImportHead, CheckRequest>((file) => new CheckedFile(file));
