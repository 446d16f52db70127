import { maskAddress } from '@pauta/clippings/alerts/alert'
import { findAlertAddress, listAlerts } from '@pauta/clippings/alerts/queries'
import { readLinkToken } from '@pauta/delivery/ledger/link-token'
import { readRows, type Db } from '@pauta/platform/database/database'
import { badInput } from '@pauta/platform/errors'
import type { Context } from '../../request/context.ts'
import type { QueryResolvers } from '../../generated/resolvers-types.ts'

/** Returns the key of the address that a link is for. Throws BAD_USER_INPUT for a token that we did not sign for alerts. */
export function addressKeyOf(token: string, { linkSecrets }: Context): string {
  const link = readLinkToken(token, linkSecrets)
  if (link?.purpose !== 'alerts' || link.addressKey === null)
    throw badInput(
      'token',
      'este link não é válido. Abra-o de novo a partir da mensagem, sem copiar só uma parte.',
    )
  return link.addressKey
}

/** Returns the alerts of an address, or null when it has none. */
export async function showAddress(db: Db, addressKey: string) {
  const address = await findAlertAddress(db, addressKey)
  return address === undefined
    ? null
    : { address: maskAddress(address), alerts: await listAlerts(db, addressKey) }
}

export const queries = {
  alertAddress: async (_, { token }, context) => {
    const addressKey = addressKeyOf(token, context)
    return await readRows(() => showAddress(context.db, addressKey))
  },
} satisfies Pick<QueryResolvers, 'alertAddress'>
