import { describeChanges } from '@pauta/clippings/releases/release-change'
import { recordEvents } from '@pauta/core/history/writes'
import { removeArticles } from '@pauta/core/removals/removals'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { telegramText } from '@pauta/delivery/channels/telegram/telegram-text'
import { listReleaseContents } from '@pauta/delivery/ledger/contents'
import type { handler as Handler } from '@pauta/functions/workers/release/handler'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEntity, mentioning } from '../kit/rows/entities.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { newPerson, publish, type Person } from '../kit/rows/people.ts'
import { listReleases, makeDue, openBeat } from '../kit/rows/releases.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { deliver } from '../kit/workers/delivery.ts'

let stack: TestStack
let handler: typeof Handler
let author: Person

beforeAll(async () => {
  stack = await shareTestStack({
    idleWorkers: ['release', 'deliver-email', 'deliver-telegram', 'deliver-push', 'deliver-webhook'],
  })
  ;({ handler } = await import('@pauta/functions/workers/release/handler'))
  author = await newPerson(stack)
})
afterAll(() => stack.stop())

const minutesAgo = (minutes: number) => new Date(Math.floor(Date.parse(ago({ minutes })) / 1000) * 1000)
const BODY = 'Foram 1.200 casos de dengue em Belém neste mês, segundo a pasta.'
let minute = 0

/** A beat whose clipping brings the given events, with articles that change. */
async function changingBeat(events: readonly string[], keywords: readonly string[] = []) {
  const beat = await openBeat(stack, author)
  const { agency, clippingId } = beat
  const setRecorte = (changes: {
    events: string[]
    agencies?: string[]
    keywords?: string[]
    states?: string[]
    entityCanonical?: string[]
    excludeAgencies?: string[]
  }) => tables.recortes.set(stack.db, { clippingId }, changes)
  await setRecorte({ events: [...events], keywords: [...keywords] })
  const version = (uniqueId: string, changes: Record<string, unknown>, arrivedAt = minutesAgo(60 * 24 * 3)) =>
    beat.news(arrivedAt, {
      uniqueId,
      agencyKey: agency,
      title: `Casos de dengue em ${uniqueId}`,
      content: BODY,
      // Later than every version before it.
      extractedAt: new Date(minutesAgo(60 * 24 * 2).getTime() + minute++ * 1000).toISOString(),
      ...changes,
    })
  const remove = (uniqueId: string) =>
    removeArticles(stack.db, [
      {
        uniqueId,
        agencyKey: agency,
        url: `https://www.gov.br/mec/pt-br/noticias/${uniqueId}`,
        removedAt: minutesAgo(25),
      },
    ])
  /** Sets when the events of an article were recorded. */
  const happenedAt = (uniqueId: string, at: Date) => tables.articleEvents.set(stack.db, { uniqueId }, { at })
  /** Makes the release whose window ends then; returns its changes, or undefined without a release. */
  const release = async (due: Date) => {
    const before = await listReleases(stack, clippingId)
    expect(await deliver(handler, [{ body: await makeDue(stack, clippingId, due) }])).toEqual([])
    const made = (await listReleases(stack, clippingId)).slice(before.length)
    expect(made.length).toBeLessThanOrEqual(1)
    return made[0]
  }
  return { ...beat, setRecorte, version, remove, happenedAt, release }
}

const listChanges = async (releaseId: string | undefined) => {
  const answer = await author.query(
    `{ releaseChanges(id: "${releaseId}") { kind uniqueId title url grade before after from to } }`,
  )
  return answer.releaseChanges
}

describe('a recorte with EDITED', () => {
  it('brings the substantive edits of a window as one difference of each article, in words', async () => {
    const beat = await changingBeat(['EDITED'])
    const ids = ['cifra_000001', 'volta_000002', 'grafia_000003', 'vizinha_000004']
    for (const id of ids) await beat.version(id, {})
    await beat.release(minutesAgo(30))
    for (const content of [BODY.replace('1.200', '1.300'), BODY.replace('1.200', '1.500')])
      await beat.version('cifra_000001', { content })
    // A later edit of typography alone is no part of the difference.
    await beat.version('cifra_000001', { content: BODY.replace('1.200', '1.500').toUpperCase() })
    for (const content of [BODY.replace('Belém', 'Manaus'), BODY])
      await beat.version('volta_000002', { content })
    await beat.version('grafia_000003', { content: BODY.toUpperCase() })
    await beat.version('vizinha_000004', { agencyKey: 'outro-orgao', content: BODY.replace('1.200', '9') })
    for (const id of ids) await beat.happenedAt(id, minutesAgo(20))
    const release = await beat.release(minutesAgo(10))
    expect(await listChanges(release?.id)).toEqual([
      {
        kind: 'EDITED',
        uniqueId: 'cifra_000001',
        title: 'Casos de dengue em cifra_000001',
        url: 'https://www.gov.br/mec/pt-br/noticias/cifra_000001',
        grade: 'FIGURES',
        before: 'Foram 1.200 casos de dengue em Belém neste mês, segundo a pasta.',
        after: 'Foram 1.500 casos de dengue em Belém neste mês, segundo a pasta.',
        from: 1,
        to: 3,
      },
    ])
    expect(release).toMatchObject({ articleIds: [], articlesCount: 0 })
    expect(release?.digestSubject).toMatch(/: 1 mudança em /)
    expect(release?.digestPreview).toContain('Uma notícia já publicada foi editada.')
    for (const digest of [release?.digestText, release?.digestHtml])
      for (const line of [
        /Editada em .*: números alterados/,
        /Antes: Foram 1\.200 casos/,
        /Depois: Foram 1\.500 casos/,
      ])
        expect(digest).toMatch(line)
    const contents = await listReleaseContents(stack.db, [release?.id ?? ''], {
      articlesMax: 9,
      changesMax: 9,
    })
    const content = contents.get(release?.id ?? '')
    if (!content) throw new Error('no contents')
    const message = telegramText({ ...content, digestPreview: '', releaseUrl: 'https://p.example.org/r' })
    expect(message).toMatch(/: números alterados\nAntes: Foram 1\.200 .*\nDepois: Foram 1\.500 /)
    await setTakenDown(stack.db, ['cifra_000001'], new Date())
    expect(await listChanges(release?.id)).toEqual([])
  })

  it.each([
    ['states', { states: ['CE'] }, { states: ['CE', 'PA'] }, { states: ['AM'] }],
    [
      'entities',
      { entityCanonical: ['Q155'] },
      mentioning('', anEntity({ id: 'Q155' })).features,
      mentioning('', anEntity({ id: 'Q156' })).features,
    ],
  ])('brings the edits of articles with its %s alone', async (name, filter, wanted, other) => {
    const beat = await changingBeat(['EDITED'])
    await beat.setRecorte({ events: ['EDITED'], ...filter })
    const ids = [`${name}_000007`, `${name}_000008`]
    for (const id of ids) await beat.version(id, {})
    await stack.publish(
      [],
      [wanted, other].map((features, at) => ({ uniqueId: ids[at] ?? '', features })),
    )
    await beat.release(minutesAgo(30))
    // It selects both articles, and asks for new ones alone.
    await tables.recortes.add(stack.db, {
      id: `novas-${name}`,
      clippingId: beat.clippingId,
      title: 'Novas',
      position: 1,
      agencies: [beat.agency],
      events: ['PUBLISHED'],
    })
    for (const id of ids) {
      await beat.version(id, { content: BODY.replace('1.200', '1.500') })
      await beat.happenedAt(id, minutesAgo(20))
    }
    const release = await beat.release(minutesAgo(10))
    expect(await listChanges(release?.id)).toMatchObject([{ uniqueId: ids[0], grade: 'FIGURES' }])
  })

  it('brings no edits of articles of the agencies that it excludes', async () => {
    const beat = await changingBeat(['EDITED'])
    const agencies = { excluida_000009: beat.agency, outra_000010: `outro-${beat.agency}` }
    await beat.setRecorte({
      events: ['EDITED'],
      agencies: Object.values(agencies),
      excludeAgencies: [beat.agency],
    })
    for (const [id, agencyKey] of Object.entries(agencies)) await beat.version(id, { agencyKey })
    await beat.release(minutesAgo(30))
    for (const [id, agencyKey] of Object.entries(agencies)) {
      await beat.version(id, { agencyKey, content: BODY.replace('1.200', '1.500') })
      await beat.happenedAt(id, minutesAgo(20))
    }
    const release = await beat.release(minutesAgo(10))
    expect(await listChanges(release?.id)).toMatchObject([{ uniqueId: 'outra_000010' }])
  })

  it('follows an article of an earlier edition that it no longer selects, and no other', async () => {
    const beat = await changingBeat(['PUBLISHED', 'EDITED'], ['dengue'])
    await beat.version('seguida_000005', { title: 'Dengue sobe' }, minutesAgo(40))
    expect((await beat.release(minutesAgo(30)))?.articleIds).toEqual(['seguida_000005'])
    await beat.version('alheia_000006', { title: 'Zika sobe', summary: 'Boletim.' })
    for (const uniqueId of ['seguida_000005', 'alheia_000006']) {
      await beat.version(uniqueId, { title: 'Gripe recua no país inteiro', summary: 'Boletim.' })
      await beat.happenedAt(uniqueId, minutesAgo(20))
    }
    const release = await beat.release(minutesAgo(10))
    expect(await listChanges(release?.id)).toMatchObject([{ uniqueId: 'seguida_000005', grade: 'MEANING' }])
    expect(release?.articleIds).toEqual([])
  })
})

it.each([
  [30.9, true],
  [31.1, false],
])('an article of an edition of %d days ago is followed: %j', async (days, isFollowed) => {
  const beat = await changingBeat(['PUBLISHED', 'EDITED'], ['dengue'])
  const uniqueId = `idade_${isFollowed ? 1 : 2}`
  await beat.version(uniqueId, { title: 'Dengue sobe' }, minutesAgo(40))
  expect((await beat.release(minutesAgo(30)))?.articleIds).toEqual([uniqueId])
  await tables.releases.set(
    stack.db,
    { clippingId: beat.clippingId },
    { refTime: minutesAgo(days * 24 * 60) },
  )
  await beat.version(uniqueId, { title: 'Gripe recua no país inteiro', summary: 'Boletim.' })
  await beat.happenedAt(uniqueId, minutesAgo(20))
  const release = await beat.release(minutesAgo(10))
  expect(release !== undefined).toBe(isFollowed)
})

it('an edition has 500 changes, and the next one goes on there', async () => {
  const beat = await changingBeat(['REMOVED'])
  const ids = Array.from({ length: 501 }, (_, n) => `muitas_${String(n).padStart(6, '0')}`)
  await stack.publish(
    ids.map((uniqueId) =>
      anArticle({
        uniqueId,
        agencyKey: beat.agency,
        publishedAt: minutesAgo(60 * 24 * 3).toISOString(),
      }),
    ),
  )
  await beat.release(minutesAgo(30))
  // The site cannot remove so many at once: more than 20 in a day are refused.
  const gone = { deletedAt: minutesAgo(25), removedAt: minutesAgo(25) }
  await tables.articles.set(stack.db, { agencyKey: beat.agency }, gone)
  await recordEvents(
    stack.db,
    ids.map((uniqueId) => ({
      kind: 'removed',
      uniqueId,
      agencyKey: beat.agency,
      contentHash: null,
      seenBy: 'scraper',
    })),
  )
  await tables.articleEvents.set(stack.db, { agencyKey: beat.agency }, { at: minutesAgo(20) })
  const told: string[][] = []
  for (const minutes of [15, 10, 5]) {
    const release = await beat.release(minutesAgo(minutes))
    const changes = await stack.db<{ uniqueId: string }[]>`
      select unique_id from release_changes where release_id = ${release?.id ?? ''} order by position`
    told.push(changes.map(({ uniqueId }) => uniqueId))
  }
  expect(told.map(({ length }) => length)).toEqual([500, 1, 0])
  expect(told.flat().toSorted()).toEqual(ids)
})

it('a recorte with REMOVED brings articles that their site has removed and that are still gone', async () => {
  const beat = await changingBeat(['REMOVED'])
  const ids = ['sumiu_000007', 'voltou_000008', 'oculta_000009']
  for (const id of ids) await beat.version(id, {})
  await beat.release(minutesAgo(30))
  for (const id of ids) await beat.remove(id)
  await beat.version('voltou_000008', { content: 'De volta.', extractedAt: new Date().toISOString() })
  await setTakenDown(stack.db, ['oculta_000009'], new Date())
  await tables.articles.set(stack.db, { uniqueId: 'oculta_000009' }, { erasedAt: new Date() })
  for (const id of ids) await beat.happenedAt(id, minutesAgo(20))
  const release = await beat.release(minutesAgo(10))
  expect(await listChanges(release?.id)).toEqual([
    expect.objectContaining({
      kind: 'REMOVED',
      uniqueId: 'sumiu_000007',
      grade: null,
      before: null,
      from: null,
    }),
  ])
  expect(release?.digestText).toMatch(/Retirada do ar pelo site em /)
  expect(release?.digestText).not.toContain('noticias/sumiu_000007')
})

it('a digest leaves out the change of an article that was taken down after it was read', async () => {
  const beat = await changingBeat(['EDITED'])
  const ids = ['presente_000013', 'retirada_000014', 'ocultada_000015']
  for (const id of ids) await beat.version(id, {})
  await beat.remove('retirada_000014')
  await setTakenDown(stack.db, ['ocultada_000015'], new Date())
  const versions = {
    fromVersion: 1,
    toVersion: 2,
    grade: 'figures',
    wordsBefore: null,
    wordsAfter: null,
  } as const
  const changes = ids.map((uniqueId) => ({
    uniqueId,
    kind: 'edited' as const,
    position: '1',
    at: minutesAgo(20),
    ...versions,
  }))
  expect((await describeChanges(stack.db, changes)).map(({ title }) => title)).toEqual([
    'Casos de dengue em presente_000013',
    'Casos de dengue em retirada_000014',
  ])
})

it('recortes of before bring new articles alone, and no release for changes', async () => {
  const beat = await changingBeat(['PUBLISHED'])
  await beat.version('antiga_000010', {}, minutesAgo(40))
  expect((await beat.release(minutesAgo(30)))?.articleIds).toEqual(['antiga_000010'])
  await beat.version('antiga_000010', { content: BODY.replace('1.200', '7') })
  await beat.happenedAt('antiga_000010', minutesAgo(20))
  expect(await beat.release(minutesAgo(10))).toBeUndefined()
})

it('each event is in exactly one edition, late ones too, whenever the recorte asks for them', async () => {
  const beat = await changingBeat(['EDITED'])
  const told: unknown[] = []
  const release = async (minutes: number) => {
    const made = await beat.release(minutesAgo(minutes))
    if (made) for (const { uniqueId, to } of await listChanges(made.id)) told.push(`${uniqueId} ${to}`)
  }
  const edit = async (uniqueId: string, figure: number, at: Date) => {
    await beat.version(uniqueId, { content: BODY.replace('1.200', `${figure}`) })
    const [last] = await stack.db<{ position: string }[]>`
      select max(position)::text as position from article_events where unique_id = ${uniqueId}`
    await tables.articleEvents.set(stack.db, { position: last?.position ?? '' }, { at })
  }
  await beat.version('a_000011', {})
  await beat.version('b_000012', {})
  for (const id of ['a_000011', 'b_000012']) await beat.happenedAt(id, minutesAgo(95))
  await release(90)
  await edit('a_000011', 1, minutesAgo(85))
  await release(80)
  // Its transaction ended after the release whose window has its instant.
  await edit('b_000012', 2, minutesAgo(85))
  await edit('a_000011', 3, minutesAgo(75))
  await release(70)
  await release(60)
  await edit('a_000011', 4, minutesAgo(30))
  await release(50)
  await release(20)
  expect(told).toEqual(['a_000011 2', 'a_000011 3', 'b_000012 2', 'a_000011 4'])
  await beat.setRecorte({ events: ['PUBLISHED'] })
  await edit('a_000011', 5, minutesAgo(18))
  await release(16)
  await beat.setRecorte({ events: ['EDITED'] })
  await edit('a_000011', 6, minutesAgo(14))
  await release(10)
  expect(told.slice(4)).toEqual(['a_000011 6'])
})

it('events are stored, published and returned with a recorte, and none is refused', async () => {
  const SAVE =
    'mutation ($input: ClippingInput!) { createClipping(input: $input) { id recortes { events } } }'
  const inputOf = (events?: string[]) => ({
    input: {
      name: 'C',
      schedule: '0 8 * * *',
      recortes: [{ title: 'R', agencies: ['mec'], ...(events && { events }) }],
    },
  })
  const saved = async (events?: string[]) => (await author.query(SAVE, inputOf(events))).createClipping
  expect((await saved()).recortes).toEqual([{ events: ['PUBLISHED'] }])
  expect((await saved(['REMOVED', 'EDITED', 'REMOVED'])).recortes).toEqual([
    { events: ['REMOVED', 'EDITED'] },
  ])
  expect(await author.codes(SAVE, inputOf([]))).toEqual(['BAD_USER_INPUT'])
  const { id } = await saved(['EDITED'])
  const listingId = await publish(author, id)
  const { marketplaceListing } = await stack.query(
    `{ marketplaceListing(id: "${listingId}") { recortes { events } } }`,
  )
  expect(marketplaceListing.recortes).toEqual([{ events: ['EDITED'] }])
})
