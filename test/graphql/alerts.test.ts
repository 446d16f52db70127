import { ALERTS_AUTHOR_ID, parseAlert } from '@pauta/clippings/alerts/alert'
import { requestAlert } from '@pauta/clippings/alerts/request-alert'
import { readDeliveryMessage } from '@pauta/delivery/queues/messages'
import { signLinkToken } from '@pauta/delivery/ledger/link-token'
import { loadConfig } from '@pauta/platform/config/config'
import { addressKey } from '@pauta/clippings/subscriptions/address-key'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAlert, alertToken } from '../kit/rows/alerts.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { uniqueName } from '../kit/stack/stack.ts'
import { listMessages } from '../kit/workers/runs.ts'

let stack: SharedStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['release', 'deliver-email'] })
})
afterAll(() => stack.stop())
// All requests of a test come from one network.
beforeEach(() => tables.alertAttempts.remove(stack.db))

const REQUEST = `mutation ($input: AlertInput!) { requestAlert(input: $input) { confirmWithinDays } }`
const SHOWN = 'address alerts { id confirmed frequency nextRunAt recorte { title themes agencies keywords } }'
const SHOW = `query ($token: String!) { alertAddress(token: $token) { ${SHOWN} } }`
const CONFIRM = `mutation ($token: String!, $id: String!) { confirmAlert(token: $token, id: $id) { ${SHOWN} } }`
const UPDATE = `mutation ($token: String!, $id: String!, $recorte: RecorteInput, $frequency: AlertFrequency) {
  updateAlert(token: $token, id: $id, recorte: $recorte, frequency: $frequency) { ${SHOWN} } }`
const CANCEL = `mutation ($token: String!, $id: String!) { cancelAlert(token: $token, id: $id) { ${SHOWN} } }`
const LEAVE =
  'mutation ($token: String!, $block: Boolean! = false) { leaveAlerts(token: $token, block: $block) }'

const RECORTE = { title: 'Dengue', keywords: ['dengue'] }
const anAddress = () => `${uniqueName('leitora')}@exemplo.org`
const input = (changes: Record<string, unknown> = {}) => ({
  input: { email: anAddress(), recorte: RECORTE, frequency: 'DAILY', ...changes },
})
const questionsTo = (address: string) => tables.deliveries.count(stack.db, { kind: 'confirmation', address })
const openQuestions = () => tables.deliveries.count(stack.db, { kind: 'confirmation' })

/** Names of the tables that have a text anywhere. */
async function listTraces(text: string): Promise<string[]> {
  const names = [
    'users',
    'clippings',
    'recortes',
    'subscriptions',
    'address_consents',
    'alerts',
    'deliveries',
  ]
  const found: string[] = []
  for (const name of [...names, 'consent_questions', 'alert_attempts', 'releases']) {
    const rows = await stack.db`
      select 1 from ${stack.db(name)} t where position(${text} in lower(t::text)) > 0 limit 1`
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe('requestAlert', () => {
  it('stores a clipping that sends nothing, and asks the address at once', async () => {
    const email = anAddress()
    expect(await stack.query(REQUEST, input({ email: email.toUpperCase() }))).toEqual({
      requestAlert: { confirmWithinDays: 7 },
    })
    const [row] = await stack.db`
      select d.id, d.status, d.woken_at is not null as is_enqueued, c.active, c.next_run_at, c.author_user_id, q.status as consent
      from deliveries d join subscriptions s on s.id = d.subscription_id join clippings c on c.id = s.clipping_id
        join address_consents q on q.subscription_id = s.id
      where d.address = ${email}`
    expect(row).toMatchObject({
      status: 'pending',
      isEnqueued: true,
      active: false,
      nextRunAt: null,
      authorUserId: ALERTS_AUTHOR_ID,
      consent: 'asked',
    })
    const enqueued = (await listMessages(stack, 'deliver-email')).flatMap(readDeliveryMessage)
    expect(enqueued).toContain(row?.['id'])
    expect(await stack.query(SHOW, { token: alertToken(email) })).toEqual({
      alertAddress: {
        address: 'l•••@exemplo.org',
        alerts: [
          {
            id: expect.any(String),
            confirmed: false,
            frequency: 'DAILY',
            nextRunAt: null,
            recorte: { title: 'Dengue', themes: [], agencies: [], keywords: ['dengue'] },
          },
        ],
      },
    })
  })

  it.each([
    ['an address without a host', { email: 'leitora' }, 'BAD_USER_INPUT', 'input.email'],
    ['an empty address', { email: ' ' }, 'BAD_USER_INPUT', 'input.email'],
    ['two addresses', { email: 'a@exemplo.org, b@exemplo.org' }, 'BAD_USER_INPUT', 'input.email'],
    ['a line break', { email: 'a@exemplo.org\r\nBcc: b@exemplo.org' }, 'BAD_USER_INPUT', 'input.email'],
    ['a long address', { email: `${'a'.repeat(250)}@exemplo.org` }, 'BAD_USER_INPUT', 'input.email'],
    ['no filter', { recorte: { title: 'Tudo' } }, 'BAD_USER_INPUT', 'input.recorte:'],
    [
      'excluded words and agencies alone',
      { recorte: { title: 'T', excludeKeywords: ['x'], excludeAgencies: ['mec'] } },
      'BAD_USER_INPUT',
      'input.recorte',
    ],
    ['no title', { recorte: { ...RECORTE, title: ' ' } }, 'BAD_USER_INPUT', 'input.recorte.title:'],
    [
      'a keyword without a letter',
      { recorte: { title: 'T', keywords: ['…'] } },
      'BAD_USER_INPUT',
      'keywords',
    ],
    [
      'too many keywords',
      { recorte: { title: 'T', keywords: Array.from({ length: 51 }, (_, n) => `k${n}`) } },
      'LIMIT_EXCEEDED',
      'input.recorte.keywords:',
    ],
    ['another frequency', { frequency: 'HOURLY' }, 'BAD_USER_INPUT', 'frequency'],
  ])('refuses %s, and stores and counts nothing', async (_, changes, code, named) => {
    const before = await tables.alerts.count(stack.db)
    const { errors } = await stack.ask(REQUEST, input(changes))
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual([code])
    expect(errors[0]?.message).toContain(named)
    expect(await tables.alerts.count(stack.db)).toBe(before)
    expect(await tables.alertAttempts.count(stack.db)).toBe(0)
  })

  it('asks an address once in 24 hours, and shows later requests on the page of that mail', async () => {
    const email = anAddress()
    for (const title of ['Dengue', 'Vacina'])
      await stack.query(REQUEST, input({ email, recorte: { ...RECORTE, title } }))
    expect(await questionsTo(email)).toBe(1)
    const { alertAddress } = await stack.query(SHOW, { token: alertToken(email) })
    expect(alertAddress.alerts.map(({ recorte }: { recorte: { title: string } }) => recorte.title)).toEqual([
      'Dengue',
      'Vacina',
    ])
    await tables.consentQuestions.set(
      stack.db,
      { userId: ALERTS_AUTHOR_ID },
      { askedAt: timeAgo(25, 'hour') },
    )
    for (let n = 0; n < 2; n++) await stack.query(REQUEST, input({ email }))
    expect(await questionsTo(email)).toBe(2)
  })

  it('counts the questions of a mailbox, whatever follows a plus', async () => {
    const name = uniqueName('caixa')
    for (const tag of ['', '+a', '+b'])
      await stack.query(REQUEST, input({ email: `${name}${tag}@exemplo.org` }))
    expect(
      await Promise.all(['', '+a', '+b'].map((tag) => questionsTo(`${name}${tag}@exemplo.org`))),
    ).toEqual([1, 0, 0])
  })

  it.each([
    [2, 1, 1],
    [3, 1, 0],
    [3, 25, 1],
  ])('asks a mailbox at which others refused %i times, %i hours ago: %i', async (others, hours, mails) => {
    const email = anAddress()
    for (let n = 0; n < others; n++) {
      const id = uniqueName('outra')
      await tables.users.add(stack.db, { id })
      const [hashes] = await stack.db`
        select consent_hash(${email}) as address_hash, consent_hash(mailbox_of(${email})) as mailbox_hash`
      const answer = { userId: id, askedAt: timeAgo(hours, 'hour'), status: 'refused' }
      await tables.consentQuestions.add(stack.db, { ...answer, ...hashes })
    }
    await stack.query(REQUEST, input({ email }))
    expect(await questionsTo(email)).toBe(mails)
  })

  it('answers alike for an address that bounced, that refused, or that has as many alerts as it may have', async () => {
    const [bounced, refused, full] = [anAddress(), anAddress(), anAddress()]
    await tables.suppressedAddresses.add(stack.db, { address: bounced, reason: 'bounce' })
    await addAlert(stack.db, { email: refused })
    await stack.query(LEAVE, { token: alertToken(refused), block: true })
    for (let n = 0; n < 5; n++) await addAlert(stack.db, { email: full })
    for (const [email, alerts] of [
      [bounced, 0],
      [refused, 0],
      [full, 5],
    ] as const) {
      expect(await stack.query(REQUEST, input({ email }))).toEqual({ requestAlert: { confirmWithinDays: 7 } })
      const { alertAddress } = await stack.query(SHOW, { token: alertToken(email) })
      expect(alertAddress?.alerts.length ?? 0).toBe(alerts)
    }
    expect(await questionsTo(bounced)).toBe(0)
  })

  it('stores no network, but its hash', async () => {
    await stack.query(REQUEST, input())
    const rows = await stack.db<{ network: string }[]>`select network from alert_attempts`
    expect(rows).toEqual([{ network: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })
})

describe('a thousand attempts', () => {
  it('from one network mail at most twenty addresses, each once', async () => {
    const before = await openQuestions()
    const victim = anAddress()
    const addresses = Array.from({ length: 1000 }, (_, n) => (n % 2 === 0 ? victim : anAddress()))
    const codes: unknown[] = []
    for (let at = 0; at < addresses.length; at += 50) {
      const answers = await Promise.all(
        addresses.slice(at, at + 50).map((email) => stack.ask(REQUEST, input({ email }))),
      )
      codes.push(...answers.map(({ errors }) => errors[0]?.extensions['code'] ?? 'accepted'))
    }
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(20)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(980)
    const asked = (await openQuestions()) - before
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThanOrEqual(20)
    expect(await questionsTo(victim)).toBeLessThanOrEqual(1)
    expect(await tables.alertAttempts.count(stack.db)).toBe(1)
  })

  it('at one address from any number of networks mail it once', async () => {
    const email = anAddress()
    const recorte = { title: 'Dengue', themes: [], agencies: [], keywords: ['dengue'] }
    const draft = parseAlert({ email, recorte, frequency: 'DAILY' })
    const mailed = []
    for (let at = 0; at < 1000; at += 100)
      mailed.push(
        ...(await Promise.all(Array.from({ length: 100 }, () => requestAlert(stack.db, draft, new Date())))),
      )
    expect(mailed.filter(Boolean)).toHaveLength(1)
    expect(await questionsTo(email)).toBe(1)
    const { alertAddress } = await stack.query(SHOW, { token: alertToken(email) })
    expect(alertAddress.alerts).toHaveLength(5)
  })
})

describe('a token', () => {
  const of = (purpose: 'alerts' | 'confirm' | 'unsubscribe', address: string | null) =>
    signLinkToken({ purpose, subscriptionId: 'any', address }, loadConfig('linkSigning').linkSigning.secret)

  it.each([
    ['empty', () => ''],
    ['no token', () => 'anything'],
    ['very long', () => 'a'.repeat(10_000)],
    ['with control characters', () => 'a.x.\u0000'],
    ['of another purpose', () => of('confirm', 'a@exemplo.org')],
    ['to unsubscribe', () => of('unsubscribe', 'a@exemplo.org')],
    ['of no address', () => of('alerts', null)],
    ['signed with another secret', () => alertToken('a@exemplo.org', 'another secret of the tests')],
    ['cut', () => alertToken('a@exemplo.org').slice(0, -1)],
    ['carried to another address', () => alertToken('a@exemplo.org').replace(/(?<=^a\.\w+\.)./, '_')],
  ])('that is %s opens and changes nothing', async (_, make) => {
    const token = make()
    const operations = [
      [SHOW, { token }],
      [CONFIRM, { token, id: 'a' }],
      [UPDATE, { token, id: 'a', frequency: 'WEEKLY' }],
      [CANCEL, { token, id: 'a' }],
      [LEAVE, { token }],
    ] as const
    for (const [operation, variables] of operations)
      expect(await stack.codes(operation, variables)).toEqual(['BAD_USER_INPUT'])
    expect(await tables.alertAttempts.count(stack.db)).toBe(0)
  })

  it('of an address without alerts shows null', async () => {
    const token = alertToken(anAddress())
    expect(await stack.query(SHOW, { token })).toEqual({ alertAddress: null })
    expect(await stack.query(LEAVE, { token })).toEqual({ leaveAlerts: false })
    expect(await stack.query(CANCEL, { token, id: 'a' })).toEqual({ cancelAlert: null })
  })

  it('changes no alert of another address', async () => {
    const [own, other] = [await addAlert(stack.db), await addAlert(stack.db)]
    const { token } = own
    for (const operation of [CONFIRM, UPDATE])
      expect(await stack.codes(operation, { token, id: other.id })).toEqual(['NOT_FOUND'])
    await stack.query(CANCEL, { token, id: other.id })
    const { alertAddress } = await stack.query(SHOW, { token: other.token })
    expect(alertAddress.alerts).toMatchObject([{ id: other.id, confirmed: false }])
  })
})

describe('an alert', () => {
  it('starts when its address confirms, also when it confirms twice', async () => {
    const { id, token } = await addAlert(stack.db, { frequency: 'WEEKLY' })
    const answers = await Promise.all([1, 2].map(() => stack.query(CONFIRM, { token, id })))
    const [first] = answers
    expect(answers).toEqual([first, first])
    const [alert] = first.confirmAlert.alerts
    expect(alert).toMatchObject({ id, confirmed: true, frequency: 'WEEKLY' })
    // Monday at 7:00 in Brasília.
    expect(alert.nextRunAt).toMatch(/T10:00:00\+00:00$/)
    expect(new Date(alert.nextRunAt).getUTCDay()).toBe(1)
  })

  it('is one of at most ten that an address confirmed', async () => {
    const email = anAddress()
    const token = alertToken(email)
    for (let n = 0; n < 9; n++) {
      const { id } = await addAlert(stack.db, { email })
      await stack.query(CONFIRM, { token, id })
    }
    const [tenth, eleventh] = [await addAlert(stack.db, { email }), await addAlert(stack.db, { email })]
    await stack.query(CONFIRM, { token, id: tenth.id })
    expect(await stack.codes(CONFIRM, { token, id: eleventh.id })).toEqual(['LIMIT_EXCEEDED'])
    // Confirming one of the ten again changes nothing.
    const { confirmAlert } = await stack.query(CONFIRM, { token, id: tenth.id })
    expect(confirmAlert.alerts.filter((alert: { confirmed: boolean }) => alert.confirmed)).toHaveLength(10)
    await stack.query(REQUEST, input({ email }))
    expect(await tables.alerts.count(stack.db, { addressKey: addressKey(email) })).toBe(11)
  })

  it('changes what it selects and how often it arrives', async () => {
    const { id, token } = await addAlert(stack.db)
    const open = await stack.query(UPDATE, { token, id, frequency: 'WEEKLY' })
    expect(open.updateAlert.alerts).toMatchObject([
      { frequency: 'WEEKLY', confirmed: false, nextRunAt: null },
    ])
    await stack.query(CONFIRM, { token, id })
    await tables.clippings.set(stack.db, { id }, { nextRunAt: new Date('2040-01-01T00:00:00Z') })
    const recorte = { title: 'Gripe', keywords: ['gripe'], agencies: ['saude'] }
    const changed = await stack.query(UPDATE, { token, id, recorte, frequency: 'DAILY' })
    // At 7:00 in Brasília.
    const nextRunAt = expect.stringMatching(/T10:00:00\+00:00$/)
    expect(changed.updateAlert.alerts).toMatchObject([
      { recorte, frequency: 'DAILY', confirmed: true, nextRunAt },
    ])
    expect(await stack.query(UPDATE, { token, id })).toEqual(changed)
    // Mails name the clipping.
    expect(await tables.clippings.count(stack.db, { id, name: 'Gripe' })).toBe(1)
    // A run that is due and has not begun stays due.
    const due = timeAgo(1, 'minute')
    await tables.clippings.set(stack.db, { id }, { nextRunAt: due })
    await stack.query(UPDATE, { token, id, frequency: 'DAILY' })
    expect(await tables.clippings.count(stack.db, { id, nextRunAt: due })).toBe(1)
    expect(await stack.codes(UPDATE, { token, id, recorte: { title: 'Nada' } })).toEqual(['BAD_USER_INPUT'])
  })

  it('ends alone, and is erased with the address when it was the last one', async () => {
    const { id, email, token } = await addAlert(stack.db)
    const other = await addAlert(stack.db, { email, title: 'Gripe' })
    const rest = await stack.query(CANCEL, { token, id })
    expect(rest.cancelAlert.alerts).toMatchObject([{ id: other.id }])
    expect(await listTraces(email)).not.toEqual([])
    expect(await stack.query(CANCEL, { token, id: other.id })).toEqual({ cancelAlert: null })
    expect(await listTraces(email)).toEqual([])
  })

  it('ends with all others of its address, which leaves no trace of the address', async () => {
    const { id, email, token } = await addAlert(stack.db)
    await addAlert(stack.db, { email, title: 'Gripe' })
    await stack.query(CONFIRM, { token, id })
    expect(await stack.query(LEAVE, { token })).toEqual({ leaveAlerts: true })
    expect(await listTraces(email)).toEqual([])
    expect(await stack.query(SHOW, { token })).toEqual({ alertAddress: null })
    expect(await stack.query(LEAVE, { token })).toEqual({ leaveAlerts: false })
  })

  it('cannot be asked for again after its address refused, in any spelling', async () => {
    const { email, token } = await addAlert(stack.db)
    await stack.query(LEAVE, { token, block: true })
    await tables.consentQuestions.set(
      stack.db,
      { userId: ALERTS_AUTHOR_ID },
      { askedAt: timeAgo(400, 'day') },
    )
    await stack.query(REQUEST, input({ email: email.toUpperCase() }))
    expect(await listTraces(email)).toEqual([])
  })
})
