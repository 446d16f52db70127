import { describe, expect, it } from 'vitest'
import {
  draftOfClipping,
  draftOfProposal,
  draftOfSubscription,
  emptyDraft,
  checkRecortes,
  inputOf,
  newRecorte,
  scheduleOf,
  selectsNews,
  urlsOf,
  type EditedClipping,
} from './draft.ts'

const NOBODY = { email: false, telegram: false, push: false, webhook: false, slack: false }
const RECORTE = {
  id: 'r',
  title: 'Saúde',
  themes: ['03.02'],
  agencies: ['saude'],
  excludeAgencies: ['mec'],
  keywords: ['dengue', 'vacina, gripe'],
  excludeKeywords: ['futebol'],
  entityCanonical: ['Q1'],
  states: ['CE'],
  events: ['REMOVED' as const, 'PUBLISHED' as const],
}
const CLIPPING: EditedClipping = {
  id: 'c',
  name: 'Saúde pública',
  description: null,
  prompt: 'dengue',
  schedule: '0 8,18 * * 1-5',
  scheduleTime: '08:00',
  startDate: '2026-01-01T03:00:00Z',
  endDate: null,
  includeHistory: true,
  isAuthor: true,
  extraEmails: ['ana@exemplo.org'],
  recortes: [RECORTE],
  deliveryChannels: { ...NOBODY, slack: true },
  mySubscription: {
    deliveryChannels: { ...NOBODY, slack: true },
    extraEmails: [],
    webhookUrl: null,
    webhookSecret: null,
    slackUrl: 'https://exemplo.org',
    channelProblems: [],
  },
}

describe('the form of a clipping that exists', () => {
  it('saves everything as it was, days as days in Brasília', () => {
    const draft = draftOfClipping(CLIPPING)
    expect(inputOf(draft, scheduleOf(draft) ?? '')).toEqual({
      name: 'Saúde pública',
      description: null,
      prompt: 'dengue',
      schedule: '0 8,18 * * 1-5',
      scheduleTime: '08:00',
      startDate: '2026-01-01',
      endDate: null,
      includeHistory: true,
      extraEmails: ['ana@exemplo.org'],
      recortes: [
        {
          title: 'Saúde',
          themes: ['03.02'],
          agencies: ['saude'],
          excludeAgencies: ['mec'],
          keywords: ['dengue', 'vacina gripe'],
          excludeKeywords: ['futebol'],
          entityCanonical: ['Q1'],
          states: ['CE'],
          events: ['PUBLISHED', 'REMOVED'],
        },
      ],
    })
    expect(draft).toMatchObject({ urls: { webhookUrl: '', slackUrl: 'https://exemplo.org' } })
  })

  it('has the channels of the person and no other field of the answer', () => {
    const answer = { ...NOBODY, slack: true, __typename: 'DeliveryChannels' }
    expect(draftOfClipping({ ...CLIPPING, deliveryChannels: answer }).channels).toEqual({
      ...NOBODY,
      slack: true,
    })
  })

  it('keeps a schedule that it cannot show until a time is chosen', () => {
    const draft = draftOfClipping({ ...CLIPPING, schedule: '0 7 1 * *' })
    expect(scheduleOf(draft)).toBe('0 7 1 * *')
    expect(scheduleOf({ ...draft, times: ['09:00'] })).toBe('0 9 * * *')
  })
})

it.each([
  ['the times and days of the sentence', { times: ['08:00'], days: [1], events: undefined }, '0 8 * * 1'],
  ['seven in the morning, every day', { times: undefined, days: undefined, events: undefined }, '0 7 * * *'],
])('a proposal has %s', (_, words, schedule) => {
  const draft = draftOfProposal({ suggestedName: 'N', description: '', recortes: [RECORTE] }, 'frase', words)
  expect(scheduleOf(draft)).toBe(schedule)
  expect(inputOf(draft, schedule)).toMatchObject({ name: 'N', description: null, prompt: 'frase' })
})

it('a proposal brings what the sentence asks for in each recorte', () => {
  const words = { times: undefined, days: undefined, events: ['EDITED' as const] }
  const proposal = { suggestedName: 'N', description: '', recortes: [RECORTE, RECORTE] }
  const draft = draftOfProposal(proposal, 'frase', words)
  expect(draft.recortes.map(({ key, events }) => [key, events])).toEqual([
    [0, ['EDITED']],
    [1, ['EDITED']],
  ])
})

describe('a recorte', () => {
  const [empty = newRecorte([])] = emptyDraft().recortes

  it.each([
    [{}, false],
    [{ excludeKeywords: 'futebol' }, false],
    [{ excludeAgencies: ['mec'] }, false],
    [{ keywords: ' , ' }, false],
    [{ keywords: 'dengue' }, true],
    [{ agencies: ['saude'] }, true],
    [{ themes: ['03'] }, true],
  ])('with %j selects news: %s', (fields, selects) => {
    expect(selectsNews({ ...empty, ...fields })).toBe(selects)
  })

  it.each([
    [{ title: ' Vacinas ' }, 'Vacinas'],
    [{ keywords: 'dengue, gripe' }, 'dengue'],
    [{ agencies: ['saude'] }, 'Nome'],
  ])('with %j is saved as %s', (fields, title) => {
    const draft = { ...emptyDraft(), name: 'Nome', recortes: [{ ...empty, ...fields }] }
    expect(inputOf(draft, '0 7 * * *').recortes).toMatchObject([{ title }])
  })

  it('gets a key that no other one has', () => {
    expect(newRecorte([{ ...empty, key: 4 }, empty]).key).toBe(5)
  })
})

it('names the recorte that would bring nothing, by its title or its place', () => {
  const full = draftOfClipping(CLIPPING)
  const empty = newRecorte(full.recortes)
  const withRecortes =
    (...recortes: ReturnType<typeof newRecorte>[]) =>
    () =>
      checkRecortes({ ...full, recortes })
  expect(withRecortes(full.recortes[0]!)).not.toThrow()
  expect(withRecortes(full.recortes[0]!, empty)).toThrow('O recorte “Recorte 2” não tem filtros')
  expect(withRecortes({ ...empty, title: ' Saúde ', excludeKeywords: 'futebol' })).toThrow(
    'O recorte “Saúde”',
  )
})

describe('the form of how a person receives the clipping of another one', () => {
  it('has the channels, addresses and recipients of the subscription, not those of the clipping', () => {
    const answered = { ...NOBODY, webhook: true, __typename: 'DeliveryChannels' }
    const draft = draftOfSubscription({
      deliveryChannels: answered,
      extraEmails: ['bia@exemplo.org', 'caio@exemplo.org'],
      webhookUrl: 'https://exemplo.org/aviso',
      webhookSecret: 'whsec_x',
      slackUrl: null,
      channelProblems: [],
    })
    expect(draft).toEqual({
      channels: { ...NOBODY, webhook: true },
      recipients: 'bia@exemplo.org, caio@exemplo.org',
      urls: { webhookUrl: 'https://exemplo.org/aviso', slackUrl: '' },
    })
  })

  it('saves the address of a channel that is on, without blanks around it, and no other one', () => {
    const urls = { webhookUrl: ' https://exemplo.org/aviso ', slackUrl: 'nada' }
    expect(urlsOf({ channels: { ...NOBODY, webhook: true }, recipients: '', urls })).toEqual({
      webhookUrl: 'https://exemplo.org/aviso',
      slackUrl: null,
    })
  })
})
