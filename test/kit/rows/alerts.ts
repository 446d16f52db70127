import { ALERTS_AUTHOR_ID, parseAlert, type AlertFrequency } from '@pauta/clippings/alerts/alert'
import { requestAlert } from '@pauta/clippings/alerts/request-alert'
import { addressKey } from '@pauta/clippings/subscriptions/address-key'
import { listAlerts } from '@pauta/clippings/alerts/queries'
import { signLinkToken } from '@pauta/delivery/ledger/link-token'
import { loadConfig } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { uniqueName } from '../stack/stack.ts'

/** Returns the token that the mails to an address have in the link to its alerts. */
export const alertToken = (email: string, secret = loadConfig('linkSigning').linkSigning.secret): string =>
  signLinkToken(
    { purpose: 'alerts', subscriptionId: ALERTS_AUTHOR_ID.replace('-', ''), address: email },
    secret,
  )

interface AlertChoices {
  email?: string
  title?: string
  frequency?: AlertFrequency
}

/** Requests an alert past the limits of networks. Returns its id, its address and the token of its link. */
export async function addAlert(
  db: DbPool,
  {
    email = `${uniqueName('leitora')}@exemplo.org`,
    title = 'Vacinas',
    frequency = 'DAILY',
  }: AlertChoices = {},
): Promise<{ id: string; email: string; token: string }> {
  await requestAlert(
    db,
    parseAlert({ email, frequency, recorte: { title, themes: [], agencies: [], keywords: ['vacina'] } }),
    new Date(),
  )
  const alert = (await listAlerts(db, addressKey(email))).at(-1)
  return { id: alert?.id ?? '', email, token: alertToken(email) }
}
