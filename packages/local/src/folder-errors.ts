/** The remedy for each code of a file system error. */
const REMEDIES: Record<string, string> = {
  EROFS: 'It is on a read-only file system: name another folder with --data DIR.',
  EACCES: 'Make it writable for you, or name another folder with --data DIR.',
  EPERM: 'Make it writable for you, or name another folder with --data DIR.',
  ENOTDIR: 'A part of the path is a file: name a folder with --data DIR.',
  EEXIST: 'It is a file: name a folder with --data DIR.',
  ENOSPC: 'Its disk is full. Free some space and start again: what was acknowledged before is kept.',
  EDQUOT:
    'Your quota of its disk is used up. Free some space and start again: what was acknowledged before is kept.',
}

/** SQLite result codes with the same meaning. */
const SQLITE_CODES: Record<number, string> = { 8: 'EACCES', 13: 'ENOSPC', 14: 'EACCES' }

function codeOf(error: Error): string | undefined {
  if ('errcode' in error) return SQLITE_CODES[Number(error.errcode) & 0xff]
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * Returns the error to show when a start fails. When the data folder is not writable, the error names the folder and
 * the remedy, with the original error as its cause. Other errors are returned unchanged.
 */
export function explainFolderError(error: unknown, folder: string): unknown {
  for (let reason = error; reason instanceof Error; reason = reason.cause) {
    const code = codeOf(reason)
    const remedy = code === undefined ? undefined : REMEDIES[code]
    if (remedy === undefined) continue
    return new Error(
      `The data folder ${folder} cannot be used (${code}: ${reason.message.replace(`${code}: `, '')}). ${remedy}`,
      {
        cause: error,
      },
    )
  }
  return error
}
