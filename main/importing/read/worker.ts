/** Entry of the thread that reads one file, keeps its rows and hands them out. */
import { takeBatch } from './batch.ts';
import type { RowsRequest } from './protocol.ts';
import { serveFile } from './serve-file.ts';
import type { TableHead } from './table.ts';

void serveFile<TableHead, RowsRequest>(({ rows, ...head }) => ({
  head: { ...head, rowCount: rows.length },
  answer({ id, request }, post) {
    post({ type: 'answer', id, value: takeBatch({ rows, columnCount: head.columnCount }, request) });
  },
}));
