import { describe, expect, it } from 'vitest'
import { explainFolderError } from './folder-errors.ts'

const failure = (code: string) => Object.assign(new Error(`${code}: failed, rename 'lock.json'`), { code })

describe('explainFolderError', () => {
  it.each([
    ['EROFS', /read-only file system: name another folder/],
    ['EACCES', /Make it writable/],
    ['EPERM', /Make it writable/],
    ['ENOSPC', /disk is full\. Free some space/],
    ['EDQUOT', /quota .* is used up\. Free some space/],
    ['ENOTDIR', /is a file/],
  ])('%s names the folder and the remedy, however deep it lies', (code, remedy) => {
    const wrapped = new Error('PostgreSQL cannot start', { cause: failure(code) })
    for (const error of [failure(code), wrapped]) {
      const explained = explainFolderError(error, '/data/pauta') as Error
      expect(explained.message).toContain(`The data folder /data/pauta cannot be used (${code}: `)
      expect(explained.message).toMatch(remedy)
      expect(explained.cause).toBe(error)
    }
  })

  it('names the folder for SQLite errors too', () => {
    const full = Object.assign(new Error('database or disk is full'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: 13,
    })
    expect((explainFolderError(full, '/data') as Error).message).toContain('disk is full')
  })

  it('returns other errors unchanged', () => {
    for (const error of [failure('EADDRINUSE'), new Error('no'), 'text'])
      expect(explainFolderError(error, '/data')).toBe(error)
  })
})
