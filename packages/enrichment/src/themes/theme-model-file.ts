import { gunzipSync, gzipSync } from 'node:zlib'
import type { LinearLayer } from './linear-layer.ts'

/** Increases with each change of the file or of the hashed words. */
const FORMAT = 1
/** More than three full layers. */
const PLAIN_MAX_BYTES = 16 * 1024 * 1024
const BYTE_MAX = 127
const LENGTH_BYTES = 4

interface Header {
  format: number
  layers: { buckets: number; codes: string[]; scale: number }[]
}

/** Rounds weights to one byte each. By position: iterators over these millions of weights take half a second. */
function quantize({ weights, scale }: LinearLayer): { bytes: Int8Array; scale: number } {
  let most = 0
  for (let at = 0; at < weights.length; at++) most = Math.max(most, Math.abs(weights[at] ?? 0))
  const step = most === 0 ? 1 : most / BYTE_MAX
  const bytes = new Int8Array(weights.length)
  for (let at = 0; at < weights.length; at++) bytes[at] = Math.round((weights[at] ?? 0) / step)
  return { bytes, scale: scale * step }
}

/** Writes layers as a compressed file of at most some megabytes: the length of the header, the header, the weights. */
export function writeThemeModel(layers: readonly LinearLayer[]): Uint8Array {
  const rounded = layers.map((layer) => ({ layer, ...quantize(layer) }))
  const header: Header = {
    format: FORMAT,
    layers: rounded.map(({ layer, scale }) => ({ buckets: layer.buckets, codes: [...layer.codes], scale })),
  }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(text.length)
  return gzipSync(Buffer.concat([length, text, ...rounded.map(({ bytes }) => Buffer.from(bytes.buffer))]))
}

/** Reads a file of `writeThemeModel`. Throws for a damaged file and for one of another format. */
export function readThemeModel(file: Uint8Array): LinearLayer[] {
  const plain = gunzipSync(file, { maxOutputLength: PLAIN_MAX_BYTES })
  const start = LENGTH_BYTES + plain.readUInt32LE()
  const { format, layers } = JSON.parse(plain.toString('utf8', LENGTH_BYTES, start)) as Header
  if (format !== FORMAT) throw new Error(`The theme model has format ${format}; this version reads ${FORMAT}`)
  let at = start
  return layers.map(({ buckets, codes, scale }) => {
    const size = buckets * codes.length
    if (at + size > plain.length) throw new Error('The theme model is shorter than its header says')
    const weights = new Int8Array(plain.buffer, plain.byteOffset + at, size)
    at += size
    return { buckets, codes, scale, weights }
  })
}
