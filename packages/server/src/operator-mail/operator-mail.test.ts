import type { SendOutcome } from '@pauta/delivery/channels/channel'
import type { EmailMessage } from '@pauta/delivery/channels/email/email-message'
import { describe, expect, it } from 'vitest'
import { tellOperator, type Told } from './operator-mail.ts'
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

  it('is sent again when no server took it', async () => {
    const refused = tell({ troubles: [DISK], isWhole: true }, {}, { kind: 'retry', reason: 'smtp 421' })
    await expect(refused).rejects.toThrow('smtp 421')
  })
})
