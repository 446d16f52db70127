import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

describe('the service', () => {
  it('answers pong', async () => {
    expect(await stack.query('{ ping }')).toEqual({ ping: 'pong' })
  })

  it('shows the playground to a browser at /graphql, whole and from here', async () => {
    const response = await stack.fetch('/graphql', { headers: { accept: 'text/html,*/*' } })
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    const page = await (await stack.fetch('/playground', { headers: { accept: 'text/html' } })).text()
    expect(page).toContain('YogaGraphiQL')
    expect(page).not.toMatch(/<(script|link)[^>]+(src|href)="https?:/)
  })

  it('returns that the code runs, and its version', async () => {
    expect(await (await stack.fetch('/health')).json()).toEqual({
      status: 'ok',
      stage: 'local',
      release: 'local',
    })
  })

  it('returns the state of each dependency', async () => {
    const response = await stack.fetch('/ready')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ dependencies: { postgresql: 'ok', 'search-index': 'ok' } })
  })
})
