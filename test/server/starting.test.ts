import { startHttpFront } from '@pauta/server/gateway/http-front'
import { expect, it } from 'vitest'

it('a front answers 503 with the time to wait, except of /health, and calls no function before its stores are ready', async () => {
  let isStarting = true
  let calls = 0
  const logged: unknown[] = []
  const front = await startHttpFront({
    port: 0,
    routes: [
      {
        method: 'ANY',
        path: '/{proxy+}',
        handler: async () => {
          calls++
          return { statusCode: 200, body: '{}' }
        },
      },
    ],
    log: (error) => logged.push(error),
    isStarting: () => isStarting,
  })
  const ask = () => fetch(`${front.url}/graphql`, { method: 'POST', body: '{}' })
  try {
    const early = await ask()
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '3'])
    expect(await early.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] })
    const page = await fetch(`${front.url}/busca`, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('http-equiv="refresh"')
    expect(calls).toBe(0)
    expect((await fetch(`${front.url}/health?x=1`)).status).toBe(200)
    isStarting = false
    expect((await ask()).status).toBe(200)
    expect(calls).toBe(2)
    expect(logged).toEqual([])
  } finally {
    await front.stop()
  }
})
