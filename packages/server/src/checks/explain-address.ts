const REASONS: Partial<Record<string, string>> = {
  EADDRINUSE: 'another program has it',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'this user may not use it',
  ENOTFOUND: 'its name is unknown',
}

/** Starts a server at an address that settings name. Throws one sentence that names them when it cannot be had. */
export async function explainAddress<Started>(
  { host, port, settings }: { host: string; port: number; settings: string },
  start: () => Promise<Started>,
): Promise<Started> {
  try {
    return await start()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = REASONS[code]
    if (reason === undefined) throw error
    throw new Error(
      `The service cannot listen at ${host}:${port}, because ${reason} (${code}): free it, or correct ${settings}.`,
      { cause: error },
    )
  }
}
