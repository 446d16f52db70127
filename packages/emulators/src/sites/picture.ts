import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 64
const HEIGHT = 36
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A small PNG of one colour, which depends on the name. */
export function drawPicture(name: string): Buffer {
  const colour = createHash('sha1').update(name).digest().subarray(0, 3)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // 8 bits per channel, red, green and blue.
  header.set([8, 2], 8)
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: WIDTH }, () => colour)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: HEIGHT }, () => row)))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
