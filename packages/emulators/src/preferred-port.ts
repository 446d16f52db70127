/** Starts a server on the preferred port, or on a free port when another program uses the preferred one. */
export async function startOnPreferredPort<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port)
  } catch (error) {
    if (!isPortTaken(error)) throw error
    return start(0)
  }
}

function isPortTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'EADDRINUSE') || isPortTaken(error.cause)
}
