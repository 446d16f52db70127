import { readdir, readFile, readlink } from 'node:fs/promises'

/** State of a listening socket in /proc/net/tcp. */
const LISTEN = '0A'
/** 127.0.0.0/8, ::1 and ::ffff:127.0.0.0/8 in the hexadecimal notation of /proc/net/tcp and /proc/net/tcp6. */
const LOOPBACK = /^(?:[0-9A-F]{6}7F|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F)$/

/** A listening TCP socket. */
export interface Listening {
  port: number
  isLoopback: boolean
}

async function listProcesses(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`)
  const children = await Promise.all(
    tasks.map(async (task) => {
      const text = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8')
      return text.trim() === '' ? [] : text.trim().split(' ').map(Number)
    }),
  )
  return [pid, ...(await Promise.all(children.flat().map(listProcesses))).flat()]
}

async function listSockets(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`
  const links = await Promise.allSettled((await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`)))
  return links.flatMap((link) => {
    const inode = link.status === 'fulfilled' ? /^socket:\[(\d+)\]$/.exec(link.value)?.[1] : undefined
    return inode === undefined ? [] : [inode]
  })
}

/** Returns the TCP sockets on which a process and its children listen. Linux only. */
export async function listListening(pid: number): Promise<Listening[]> {
  const own = new Set((await Promise.all((await listProcesses(pid)).map(listSockets))).flat())
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')),
  )
  return tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === LISTEN && own.has(inode))
    .map(([, local = '']) => {
      const [address = '', port = ''] = local.split(':')
      return { port: Number.parseInt(port, 16), isLoopback: LOOPBACK.test(address) }
    })
}
