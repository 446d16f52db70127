import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { uniqueName } from '../kit/stack/stack.ts'

let stack: SharedStack

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([anArticle({ agencyKey: 'mec' })])
})

const ready = async () => {
  const response = await stack.fetch('/ready')
  const { dependencies } = (await response.json()) as { dependencies: Record<string, string> }
  return { status: response.status, ...dependencies }
}

// An unreachable database delays a request by five seconds at most, and only once.
describe('an unreachable dependency', () => {
  it('index: lists fail with its name, and recover without a restart', async () => {
    stack.gates.index.close()
    const { data, errors } = await stack.ask('{ articles { found } }')
    expect(data).toBeNull()
    expect(errors[0]?.extensions).toEqual({ code: 'SERVICE_UNAVAILABLE', dependency: 'search-index' })
    expect(await ready()).toEqual({ status: 503, postgresql: 'ok', 'search-index': 'down' })
    stack.gates.index.open()
    expect(await stack.query('{ articles { found } }')).toEqual({ articles: { found: 1 } })
    expect(await ready()).toMatchObject({ status: 200 })
  })

  it('PostgreSQL: fields that need it fail with its name, others continue, and it recovers', async () => {
    stack.gates.database.close()
    const { errors } = await stack.ask('{ agencies { code } }')
    expect(errors[0]?.extensions).toEqual({ code: 'SERVICE_UNAVAILABLE', dependency: 'postgresql' })
    expect(await stack.query('{ articles { found } }')).toEqual({ articles: { found: 1 } })
    const neighbours = await stack.ask(`{
      relatedEntities(id: "Q155") { weight }
      entityNetwork(id: "Q155") { nodes { type } edges { weight } }
    }`)
    expect(neighbours).toMatchObject({
      data: { relatedEntities: [], entityNetwork: { nodes: [], edges: [] } },
      errors: [],
      extensions: { warnings: [expect.stringContaining('postgresql')] },
    })
    expect(await ready()).toEqual({ status: 503, postgresql: 'down', 'search-index': 'ok' })
    // A person without a recent request is unknown now. Public fields continue; the others name the cause.
    const person = makeClient(stack.stack.graphqlUrl, await stack.stack.token({ sub: uniqueName('leitora') }))
    expect(await person.query('{ articles { found } }')).toEqual({ articles: { found: 1 } })
    const { errors: refused } = await person.ask('{ pushPreferences { agencies } }')
    expect(refused[0]?.extensions).toEqual({ code: 'SERVICE_UNAVAILABLE', dependency: 'postgresql' })
    stack.gates.database.open()
    await expect
      .poll(() => stack.ask('{ agencies { code } }').then(({ data }) => data), { interval: 200 })
      .toEqual({ agencies: [{ code: 'mec' }] })
    expect(await person.query('{ pushPreferences { agencies } }')).toEqual({
      pushPreferences: { agencies: [] },
    })
  })
})
