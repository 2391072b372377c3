// @ts-check
/** The table of applied migrations. Plain JavaScript, because the worker of the embedded engine runs it unbuilt. */
import { createHash } from 'node:crypto'

export const CREATE_MIGRATIONS =
  'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())'
export const ADD_MIGRATION = 'INSERT INTO migrations (name, checksum) VALUES ($1, $2)'

/** @param {string} sql of a migration */
export const checksumOf = (sql) => createHash('sha256').update(sql).digest('hex')
