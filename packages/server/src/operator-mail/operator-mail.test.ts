import type { Channel, SendOutcome } from '@pauta/delivery/channels/channel'
import type { EmailMessage } from '@pauta/delivery/channels/email/email-message'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import timers from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { startOperatorMail, tellOperator, type Told } from './operator-mail.ts'
import type { MachineTroubles } from './troubles.ts'

const DISK = { key: 'disk', text: 'O disco está quase cheio.' }
const DATABASE = { key: 'database', text: 'O PostgreSQL não responde.' }
const INCIDENT = { key: 'incident 7', text: 'A etapa embed está atrasada.' }

/** Tells the operator; returns the mails beside what the operator knows. */
async function tell(
  found: MachineTroubles,
  told: Told = {},
  outcome: SendOutcome = { kind: 'sent' },
): Promise<{ told: Told; mails: EmailMessage[] }> {
  const mails: EmailMessage[] = []
  const known = await tellOperator(
    {
      channel: {
        name: 'email',
        send: async (mail) => {
          mails.push(mail)
          return outcome
        },
        close: () => undefined,
      },
      to: 'operador@exemplo.gov.br',
      url: 'https://pauta.exemplo.gov.br',
      dataDir: '',
      list: async () => found,
      log: () => undefined,
    },
    told,
  )
  return { told: known, mails }
}

const known = (...troubles: { key: string; text: string }[]): Told =>
  Object.fromEntries(troubles.map(({ key, text }) => [key, text]))

describe('the mail to the operator', () => {
  it.each([
    ['nothing began', { troubles: [], isWhole: true }, {}, 0, {}],
    ['a trouble began', { troubles: [DISK], isWhole: true }, {}, 1, known(DISK)],
    ['a trouble lasts', { troubles: [DISK], isWhole: true }, known(DISK), 0, known(DISK)],
    ['a trouble ended', { troubles: [], isWhole: true }, known(DISK), 1, {}],
    ['an incident ended', { troubles: [], isWhole: true }, known(INCIDENT), 1, {}],
    [
      'incidents cannot be read',
      { troubles: [DATABASE], isWhole: false },
      known(INCIDENT, DATABASE),
      0,
      known(INCIDENT, DATABASE),
    ],
  ])('when %s', async (_, found, before, mails, after) => {
    const result = await tell(found, before)
    expect(result.mails).toHaveLength(mails)
    expect(result.told).toEqual(after)
  })

  it('says what began and what is over', async () => {
    const { mails } = await tell({ troubles: [INCIDENT], isWhole: true }, known(DISK))
    expect(mails[0]).toMatchObject({ to: 'operador@exemplo.gov.br', subject: 'Pauta: 1 problema(s)' })
    expect(mails[0]?.text).toBe(
      `Começou:\n- ${INCIDENT.text}\n\nTerminou:\n- ${DISK.text}\n\nhttps://pauta.exemplo.gov.br/operacao mostra mais.`,
    )
  })

  it('says that all is well at the end, without marks of HTML', async () => {
    const { mails } = await tell({ troubles: [], isWhole: true }, known({ key: 'disk', text: 'a <b> & c' }))
    expect(mails[0]?.subject).toBe('Pauta: tudo voltou ao normal')
    expect(mails[0]?.html).toContain('- a &lt;b> &amp; c')
  })

  it('does not say that all is well while another trouble lasts', async () => {
    const { mails } = await tell({ troubles: [INCIDENT], isWhole: true }, known(DISK, INCIDENT))
    expect(mails[0]?.subject).toBe('Pauta: 1 problema(s) a menos, 1 em curso')
  })

  it('counts incidents that cannot be read as lasting', async () => {
    const { mails } = await tell({ troubles: [DATABASE], isWhole: false }, known(DISK, INCIDENT, DATABASE))
    expect(mails[0]?.subject).toBe('Pauta: 1 problema(s) a menos, 2 em curso')
  })

  it('is not repeated by the next start, and stops with the service', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'operator-mail-'))
    const file = join(dataDir, 'told-troubles.json')
    const run = async (troubles: MachineTroubles['troubles']) => {
      const subjects: string[] = []
      let closed = 0
      let listed = 0
      const mail = startOperatorMail({
        channel: {
          name: 'email',
          send: async (message) => {
            subjects.push(message.subject)
            return { kind: 'sent' }
          },
          close: () => void (closed += 1),
        },
        to: 'operador@exemplo.gov.br',
        url: 'https://pauta.exemplo.gov.br',
        dataDir,
        list: async () => {
          listed += 1
          return { troubles, isWhole: true }
        },
        log: () => undefined,
      })
      await vi.waitFor(() => expect(listed).toBe(1))
      await mail.stop()
      return { subjects, closed, listed }
    }
    expect(await run([DISK])).toEqual({ subjects: ['Pauta: 1 problema(s)'], closed: 1, listed: 1 })
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(known(DISK))
    expect(await readdir(dataDir)).toEqual(['told-troubles.json'])
    expect(await run([DISK])).toEqual({ subjects: [], closed: 1, listed: 1 })
    // A damaged file costs a repeated mail.
    await writeFile(file, '{')
    expect((await run([DISK])).subjects).toEqual(['Pauta: 1 problema(s)'])
    await rm(dataDir, { recursive: true })
  })

  it('is tried again every minute when the troubles cannot be listed, until the stop', async () => {
    const logged: unknown[] = []
    const pauses = vi.spyOn(timers, 'setTimeout').mockImplementation(() => timers.setImmediate())
    syncBuiltinESMExports()
    const away = new Error('no disk')
    const mail = startOperatorMail({
      channel: undefined,
      to: '',
      url: '',
      dataDir: '',
      list: () => Promise.reject(away),
      log: (error, what) => void logged.push([what, error]),
    })
    await vi.waitFor(() => expect(logged.length).toBeGreaterThan(2))
    await mail.stop()
    expect(logged[2]).toEqual(['the operator was not told', away])
    expect(new Set(pauses.mock.calls.map(([milliseconds]) => milliseconds))).toEqual(new Set([60_000]))
    pauses.mockRestore()
    syncBuiltinESMExports()
  })

  it('leaves the troubles to the log, each once, where e-mail is off', async () => {
    const logged: unknown[] = []
    const options = {
      channel: undefined,
      to: '',
      url: 'https://pauta.exemplo.gov.br',
      dataDir: '',
      list: async () => ({ troubles: [DISK, DATABASE], isWhole: true }),
      log: (error: unknown, what: string) => void logged.push([what, error]),
    }
    const after = await tellOperator(options, known(DISK))
    expect(after).toEqual(known(DISK, DATABASE))
    expect(logged).toEqual([['trouble began: database', new Error(DATABASE.text)]])
    expect(await tellOperator(options, after)).toEqual(after)
    expect(logged).toHaveLength(1)
  })

  it('ends at its limit and has an id of its own', async () => {
    const given: Parameters<Channel<EmailMessage>['send']>[1][] = []
    const send: Channel<EmailMessage>['send'] = async (_, attempt) => {
      given.push(attempt)
      return { kind: 'sent' }
    }
    const limit = vi.spyOn(AbortSignal, 'timeout')
    for (const trouble of [DISK, DATABASE])
      await tellOperator(
        {
          channel: { name: 'email', send, close: () => undefined },
          to: 'operador@exemplo.gov.br',
          url: 'https://pauta.exemplo.gov.br',
          dataDir: '',
          list: async () => ({ troubles: [trouble], isWhole: true }),
          log: () => undefined,
        },
        {},
      )
    expect(given.map(({ signal }) => signal)).toEqual(limit.mock.results.map(({ value }) => value as unknown))
    expect(limit.mock.calls).toEqual([[60_000], [60_000]])
    expect(new Set(given.map(({ deliveryId }) => deliveryId)).size).toBe(2)
    limit.mockRestore()
  })

  it('is sent again when no server took it', async () => {
    const refused = tell({ troubles: [DISK], isWhole: true }, {}, { kind: 'retry', reason: 'smtp 421' })
    await expect(refused).rejects.toThrow('smtp 421')
  })
})
