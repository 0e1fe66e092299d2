import type { Migration } from '../../migrate.ts';

/**
 * Addresses whose picture was replaced here: services may keep the address of a picture when they get a new one. What is
 * kept of such an address says when that was (`avatars/7.png#1764059130000`), so that the new picture has an id of its own.
 */
export const renewedPictures: Migration = {
  id: 18,
  name: '0018-renewed-pictures',
  up: (db) => {
    db.exec(`
      CREATE TABLE renewed_pictures (
        href TEXT PRIMARY KEY,
        renewed_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
