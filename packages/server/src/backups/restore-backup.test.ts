import { expect, it } from 'vitest'
import { withoutExtensionComments } from './restore-backup.ts'

// Lines as pg_restore 17 prints them.
const PARTS = [
  ';     Archive created at 2026-06-01 03:00:00 UTC',
  '3; 3079 16386 EXTENSION - vector ',
  '5012; 0 0 COMMENT - EXTENSION vector ',
  '5013; 0 0 COMMENT public COLUMN articles.unique_id pauta',
  '216; 1259 16722 TABLE public articles pauta',
]

it('a restore leaves out the comments of extensions, and nothing else', () => {
  expect(withoutExtensionComments(PARTS.join('\n')).split('\n')).toEqual(
    PARTS.filter((_, index) => index !== 2),
  )
})
