/** What is refused where a disk is full: what writes, and nothing else. */
import { describe, expect, it } from 'vitest'
import { createRoom } from './room'

describe('without room', () => {
  const { check } = createRoom('/anywhere', () => 1_000_000)
  it.each([
    'SELECT id FROM users',
    '\nWITH RECURSIVE step AS (SELECT make FROM vehicles) SELECT make FROM step',
    'WITH known AS (SELECT 1 AS updated) SELECT updated FROM known',
    'BEGIN',
    'ROLLBACK',
    'CHECKPOINT',
  ])('%j is carried out', (sql) => {
    expect(() => check(sql)).not.toThrow()
  })
  it.each([
    "INSERT INTO realms (key) VALUES ('a')",
    'WITH page AS (SELECT 1), written AS (\n  INSERT INTO connections SELECT * FROM page)\nSELECT 1',
    'WITH leaving AS (SELECT 1) UPDATE users SET live = 0',
    'WITH gone AS (DELETE FROM users RETURNING id) SELECT id FROM gone',
    '  UPDATE crawls SET beat_at = now()',
    'VACUUM users',
  ])('%j is refused', (sql) => {
    expect(() => check(sql)).toThrow('The store has no room left.')
  })
})
