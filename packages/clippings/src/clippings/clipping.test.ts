import { byChannel } from '@pauta/platform/config/delivery-channels'
import { describe, expect, it } from 'vitest'
import { parseClipping, type ClippingInput } from './clipping.ts'

const INPUT: ClippingInput = { name: 'Saúde', schedule: '0 8 * * *', recortes: [] }
const RECORTE = { title: 'T', themes: ['01'], agencies: [], keywords: [] }
const NOTHING = {
  description: null,
  recortes: [],
  prompt: null,
  scheduleTime: null,
  startDate: null,
  endDate: null,
  includeHistory: null,
  extraEmails: null,
  deliveryChannels: null,
}

describe('the input of a clipping', () => {
  it('has null for what it lacks', () => {
    const { schedule, ...draft } = parseClipping(INPUT)
    expect(draft).toEqual({ name: 'Saúde', ...NOTHING })
    expect(schedule.text).toBe('0 8 * * *')
  })

  it('has every value that it names', () => {
    const given = {
      description: 'Sobre',
      recortes: [RECORTE],
      prompt: 'Vacinas',
      scheduleTime: '08:00',
      startDate: '2026-06-01',
      endDate: '2026-06-01',
      includeHistory: false,
      extraEmails: ['ana@example.org'],
      deliveryChannels: byChannel((channel) => channel === 'email'),
    }
    expect(parseClipping({ ...INPUT, ...given })).toMatchObject(given)
  })

  it.each<[Partial<ClippingInput>, object]>([
    [{ name: 'a'.repeat(100) }, { name: 'a'.repeat(100) }],
    [{ description: 'a'.repeat(500) }, { description: 'a'.repeat(500) }],
    [{ prompt: 'a'.repeat(2000) }, { prompt: 'a'.repeat(2000) }],
    [{ scheduleTime: ' 00:00 ' }, { scheduleTime: '00:00' }],
    [{ scheduleTime: '19:59' }, { scheduleTime: '19:59' }],
    [{ scheduleTime: '23:59' }, { scheduleTime: '23:59' }],
    [{ scheduleTime: ' ' }, { scheduleTime: null }],
    [
      { startDate: ' ', endDate: ' ' },
      { startDate: null, endDate: null },
    ],
    [{ startDate: '1900-01-01' }, { startDate: '1900-01-01' }],
    [{ endDate: '2100-12-31' }, { endDate: '2100-12-31' }],
    [{ startDate: '2026-06-02' }, { startDate: '2026-06-02', endDate: null }],
    // Midnight of UTC is a date that a program wrote so. Any other instant is a local day.
    [{ startDate: '2026-12-24T00:00:00.000Z' }, { startDate: '2026-12-24' }],
    [{ startDate: '2026-12-24T00:00:00.001Z' }, { startDate: '2026-12-23' }],
    [{ startDate: '2026-12-24T03:00:00Z' }, { startDate: '2026-12-24' }],
    [{ extraEmails: [] }, { extraEmails: [] }],
  ])('with %j has %j', (change, expected) => {
    expect(parseClipping({ ...INPUT, ...change })).toMatchObject(expected)
  })

  it.each<[Partial<ClippingInput>, string]>([
    [{ name: 'a'.repeat(101) }, 'input.name'],
    [{ description: 'a'.repeat(501) }, 'input.description'],
    [{ prompt: 'a'.repeat(2001) }, 'input.prompt'],
    [{ recortes: [RECORTE, { ...RECORTE, title: '' }] }, 'input.recortes[1].title'],
    [{ schedule: '0 8 * *' }, 'input.schedule'],
    [{ scheduleTime: '24:00' }, 'input.scheduleTime'],
    [{ scheduleTime: '8:00' }, 'input.scheduleTime'],
    [{ scheduleTime: '08:60' }, 'input.scheduleTime'],
    [{ startDate: '1899-12-31' }, 'input.startDate'],
    [{ endDate: '2101-01-01' }, 'input.endDate'],
    [{ startDate: 'ontem' }, 'input.startDate'],
    [{ startDate: '2026-06-02', endDate: '2026-06-01' }, 'input.endDate'],
    [{ extraEmails: ['ana'] }, 'input.extraEmails[0]'],
  ])('with %j is refused, naming %s', (change, argument) => {
    expect(() => parseClipping({ ...INPUT, ...change })).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        details: expect.objectContaining({ argument }) as unknown,
      }),
    )
  })
})
