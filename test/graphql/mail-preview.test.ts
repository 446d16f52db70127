import { PREVIEWS } from '@pauta/functions/graphql/schema/clippings/mail-preview'
import { PUBLISHER_PATHS } from '@pauta/platform/config/publisher'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SEND } from '../kit/client/clipping-documents.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { aClipping, createClipping, newPerson, publish, type Person } from '../kit/rows/people.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'

const PREVIEW = `query ($input: ClippingInput!, $clippingId: String) {
  clippingMailPreview(input: $input, clippingId: $clippingId) { subject html text } }`

let stack: TestStack
let author: Person
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([
    anArticle({
      uniqueId: 'vacina_000001',
      agencyKey: 'saude',
      title: 'Vacina contra a gripe',
      content: 'Vacina <script>alert(1)</script> para todos.',
      publishedAt: ago({ hours: 5 }),
    }),
    anArticle({
      uniqueId: 'enem_000002',
      agencyKey: 'mec',
      title: 'Enem tem nova data',
      publishedAt: ago({ hours: 4 }),
    }),
  ])
})
afterAll(() => stack.stop())
beforeEach(async () => {
  author = await newPerson(stack)
})

const about = (word: string, changes: Record<string, unknown> = {}) =>
  aClipping({ recortes: [{ title: 'Recorte', keywords: [word] }], ...changes })

async function preview(input: object, clippingId: string | null = null, person = author) {
  const { clippingMailPreview } = await person.query(PREVIEW, { input, clippingId })
  return clippingMailPreview as { subject: string; html: string; text: string } | null
}

async function refuse(input: object, clippingId: string | null = null, person = author) {
  const [code] = await person.codes(PREVIEW, { input, clippingId })
  return code
}

describe('the preview of a mail', () => {
  it('is the mail of the values, marked as a preview, with the links of every mail', async () => {
    const mail = await preview(about('vacina', { name: 'Minhas <b>vacinas' }))
    expect(mail?.html).toContain('Prévia: assim esta mensagem seria enviada agora.')
    expect(mail?.text).toMatch(/^Prévia: /)
    for (const part of ['Vacina contra a gripe', 'Deixar de receber', 'porque criou o clipping'])
      expect(mail?.html).toContain(part)
    for (const path of Object.keys(PUBLISHER_PATHS)) expect(mail?.html).toContain(`${path}"`)
    expect(mail?.html).not.toMatch(/<script|<b>vacinas|Enem/)
    expect(mail?.html).toContain('Minhas &lt;b&gt;vacinas')
  })

  it('has the subject, the text and the articles of the mail that is sent then', async () => {
    const input = about('vacina')
    const clippingId = await createClipping(author, input)
    const before = await preview(input, clippingId)
    await author.query(SEND, { id: clippingId })
    const release = await eventually(async () => {
      const [row] = await stack.db<{ digestSubject: string; digestText: string }[]>`
        select digest_subject, digest_text from releases where clipping_id = ${clippingId}`
      if (!row) throw new Error('no release yet')
      return row
    })
    expect(before?.subject).toBe(release.digestSubject)
    expect(before?.text).toContain(release.digestText.trimEnd())
  })

  it('follows values that are not saved, and saves and sends nothing', async () => {
    const clippingId = await createClipping(author, about('vacina'))
    const mail = await preview(about('enem', { name: 'Outro nome' }), clippingId)
    expect(mail?.html).toContain('Enem tem nova data')
    expect(mail?.html).not.toContain('Vacina contra')
    const [row] = await stack.db<{ name: string; releases: number }[]>`
      select name, (select count(*)::int from releases where clipping_id = c.id) as releases
      from clippings c where id = ${clippingId}`
    expect(row).toEqual({ name: 'Saúde pela manhã', releases: 0 })
  })

  it('is that of a first release where the clipping has no news since its last one', async () => {
    const clippingId = await createClipping(author, about('vacina'))
    const id = `lida-${clippingId}`
    await tables.releases.add(stack.db, { id, clippingId, articleIds: ['vacina_000001'], articlesCount: 1 })
    await tables.clippings.set(stack.db, { id: clippingId }, { deliveredUntil: timeAgo(5, 'minute') })
    expect((await preview(about('vacina'), clippingId))?.html).toContain('Vacina contra a gripe')
  })

  it('is null without news', async () => {
    expect(await preview(about('inexistente'))).toBeNull()
  })
})

describe('the preview of a mail is refused', () => {
  it('without a login, and for clippings of others and none', async () => {
    expect(await stack.codes(PREVIEW, { input: about('vacina') })).toEqual(['UNAUTHENTICATED'])
    const other = await newPerson(stack)
    const clippingId = await createClipping(other, about('vacina'))
    // A clipping that nobody published is not known to others.
    expect(await refuse(about('vacina'), clippingId)).toBe('NOT_FOUND')
    expect(await refuse(about('vacina'), 'nada')).toBe('NOT_FOUND')
    await publish(other, clippingId)
    expect(await refuse(about('vacina'), clippingId)).toBe('FORBIDDEN')
  })

  it.each([
    ['a name that is empty', { name: ' ' }, 'BAD_USER_INPUT'],
    ['a schedule that is none', { schedule: 'sempre' }, 'BAD_USER_INPUT'],
    [
      '21 recortes',
      { recortes: Array.from({ length: 21 }, (_, at) => ({ title: `R${at}`, keywords: ['a'] })) },
      'LIMIT_EXCEEDED',
    ],
  ])('for %s, which does not count', async (_, changes, code) => {
    expect(await refuse(about('vacina', changes))).toBe(code)
    const [taken] = await stack.db<{ count: number }[]>`
      select count(*)::int from user_actions where user_id = ${await author.id()} and action = ${PREVIEWS.action}`
    expect(taken?.count).toBe(0)
  })

  it('from the 61st of an hour on', async () => {
    const hour = PREVIEWS.windowSeconds * 1000
    const bucket = new Date(Math.floor(Date.now() / (hour / 6)) * (hour / 6))
    await tables.userActions.add(stack.db, {
      userId: await author.id(),
      action: PREVIEWS.action,
      bucket,
      count: PREVIEWS.max - 1,
    })
    expect(await preview(about('vacina'))).not.toBeNull()
    expect(await refuse(about('vacina'))).toBe('RATE_LIMITED')
  })
})
