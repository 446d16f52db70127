import { createServer } from 'node:net'

const HOST = '127.0.0.1'

/** Returns true when a server could listen on the port now. */
function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    })
    server.listen(port, HOST, () => server.close(() => resolve(true)))
  })
}

/** Number of ports above the preferred one that are tried. */
const NEIGHBOURS = 100

/** Returns the preferred port, or the next free port above it. */
export async function findPortFrom(preferred: number): Promise<number> {
  for (let port = preferred; port < preferred + NEIGHBOURS; port++) if (await isPortFree(port)) return port
  throw new Error(
    `The ports ${preferred} to ${preferred + NEIGHBOURS - 1} are taken. Choose one: npm start -- --port N`,
  )
}

/** Throws an error that names the port and the remedy when another program uses it. */
export async function assertPortFree(port: number): Promise<void> {
  if (await isPortFree(port)) return
  throw new Error(
    `Port ${port} is taken. Stop what listens on it, or choose another: npm start -- --port ${port + 1}`,
  )
}
