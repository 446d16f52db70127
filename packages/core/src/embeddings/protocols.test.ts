import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'
import { describe, expect, it } from 'vitest'
import { writeEmbeddings } from './article-embeddings.ts'
import { checkVectors, PROTOCOLS } from './protocols.ts'

const vector = (first = 1, length = EMBEDDING_DIMENSIONS) => [
  first,
  ...Array.from({ length: length - 1 }, () => 0),
]

describe('a request for vectors', () => {
  it.each([
    ['https://m/v1', 'https://m/v1/embeddings'],
    ['https://m/v1//', 'https://m/v1/embeddings'],
    ['https://m/v1/embeddings', 'https://m/v1/embeddings'],
    ['https://m/v1/embeddings/', 'https://m/v1/embeddings'],
  ])('to %s goes to %s', (url, endpoint) => {
    expect(PROTOCOLS.openai.makeRequest({ url, model: 'm' }, ['a'])).toEqual({
      url: endpoint,
      body: { model: 'm', input: ['a'], encoding_format: 'float' },
    })
  })

  it('names the size of the vectors when one is asked for', () => {
    expect(PROTOCOLS.openai.makeRequest({ url: 'u', model: 'm', dimensions: 768 }, []).body).toMatchObject({
      dimensions: 768,
    })
    expect(PROTOCOLS.texts.makeRequest({ url: 'https://m/', model: 'm' }, ['a'])).toEqual({
      url: 'https://m/',
      body: { texts: ['a'] },
    })
  })
})

describe('a reply with vectors', () => {
  it('has them in the order of the texts', () => {
    expect(PROTOCOLS.texts.readReply({ embeddings: [[1], [2]] })).toEqual([[1], [2]])
    const data = [
      { index: 1, embedding: [2] },
      { index: 0, embedding: [1] },
    ]
    expect(PROTOCOLS.openai.readReply({ data })).toEqual([[1], [2]])
  })

  it.each([
    {},
    { data: [{ index: -1, embedding: [1] }] },
    { data: [{ index: 0, embedding: ['1'] }] },
    { data: [{ embedding: [1] }] },
  ])('of the shape %j is refused', (reply) => {
    expect(() => PROTOCOLS.openai.readReply(reply)).toThrow(expect.objectContaining({ name: 'ZodError' }))
  })

  it('has a usable vector for each text', () => {
    expect(() => checkVectors([vector(), vector()], 2)).not.toThrow()
    expect(() => checkVectors([vector()], 2)).toThrow(/1 vectors for 2 texts/)
    expect(() => checkVectors([vector(), vector(0)], 2)).toThrow(/a vector of zeros/)
    expect(() => checkVectors([vector(1, EMBEDDING_DIMENSIONS - 1)], 1)).toThrow(
      expect.objectContaining({ name: 'RequestRefused' }),
    )
  })
})

it('stores the vectors that were made', () => {
  const made = { uniqueId: 'a', contentHash: null, vector: Float32Array.of(1, 0.5) }
  expect(writeEmbeddings([made, { ...made, vector: null }, { ...made, vector: undefined }])).toEqual([
    { uniqueId: 'a', contentHash: null, embedding: '[1,0.5]' },
  ])
})
