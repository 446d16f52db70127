import { afterEach, describe, expect, it, vi } from 'vitest'
import { findSectionOutside } from './config.ts'

const read = (json: string) => {
  vi.stubEnv('SST_RESOURCE_SearchIndex', json)
  return findSectionOutside('index')
}

afterEach(() => vi.unstubAllEnvs())

describe('a section of the environment', () => {
  it('is read as the environment stands now, with its defaults', () => {
    expect(read('{"url":"http://127.0.0.1:8108","key":"k"}')).toEqual({
      url: 'http://127.0.0.1:8108',
      key: 'k',
      collection: 'news',
    })
    expect(read('{"url":"http://127.0.0.1:8109","key":"k","collection":"c"}')).toMatchObject({
      url: 'http://127.0.0.1:8109',
      collection: 'c',
    })
  })

  it('is not there where its variable is not set', () => {
    vi.stubEnv('SST_RESOURCE_SearchIndex', undefined)
    expect(findSectionOutside('index')).toBeUndefined()
    expect(read(' ')).toBeUndefined()
  })

  it.each([
    ['http://127.0.0.1:8108', /^SST_RESOURCE_SearchIndex is not JSON$/],
    ['{"url":"127.0.0.1"}', /^SST_RESOURCE_SearchIndex is not usable:\n- url: .*\n- key: .*$/],
  ])('says what is wrong with %s', (json, words) => {
    expect(() => read(json)).toThrow(words)
  })
})
