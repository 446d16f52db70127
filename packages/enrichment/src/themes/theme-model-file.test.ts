import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readThemeModel, writeThemeModel } from './theme-model-file.ts'

const layerOf = (codes: string[], weights: number[], scale = 1) => ({
  buckets: weights.length / codes.length,
  codes,
  weights: Float32Array.from(weights),
  scale,
})
const LAYERS = [layerOf(['01', '02'], [1, -2, 0.5, 0], 3), layerOf(['01.01'], [0, 0])]

/** A file with another header, or with other weights behind it. */
function change(file: Uint8Array, { format = 1, bytes = 0 }): Uint8Array {
  const plain = gunzipSync(file).toString('latin1').replace('"format":1', `"format":${format}`)
  return gzipSync(Buffer.from(plain.slice(0, plain.length + bytes), 'latin1'))
}

describe('the file of a theme model', () => {
  it('has the layers with their weights as one byte each, the largest as 127', () => {
    const [first, second] = readThemeModel(writeThemeModel(LAYERS))
    expect(first).toMatchObject({ buckets: 2, codes: ['01', '02'] })
    expect([...(first?.weights ?? [])]).toEqual([64, -127, 32, 0])
    expect(first?.scale).toBeCloseTo((3 * 2) / 127)
    // Weights of 0 alone keep their scale.
    expect(second).toMatchObject({ buckets: 2, codes: ['01.01'], scale: 1 })
    expect([...(second?.weights ?? [])]).toEqual([0, 0])
  })

  it('is refused in another format, and with a weight too few', () => {
    const file = writeThemeModel(LAYERS)
    expect(readThemeModel(change(file, {}))).toHaveLength(2)
    expect(() => readThemeModel(change(file, { format: 2 }))).toThrow('has format 2; this version reads 1')
    expect(() => readThemeModel(change(file, { bytes: -1 }))).toThrow('shorter than its header says')
  })

  it('is read up to 16 MB', () => {
    const large = gzipSync(Buffer.alloc(16 * 1024 * 1024 + 1))
    expect(() => readThemeModel(large)).toThrow(expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }))
  })
})
