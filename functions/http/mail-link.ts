import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { connectDatabase, readRows } from '@pauta/platform/database/database'
import { readLinkToken, type LinkPurpose, type SignedLink } from '@pauta/delivery/ledger/link-token'
import { findMailLink, followMailLink, type MailLink } from '@pauta/delivery/ledger/mail-links'
import { createLogger } from '@pauta/platform/telemetry/logger'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { observeHttp } from './observe-http.ts'
import { pageResponse, type Page } from './page.ts'

/** The pages behind a link in a mail. */
export interface MailLinkPages {
  /** The page before the button is pressed. */
  question: (link: MailLink) => Page
  /** The page after the button was pressed, now or before. */
  done: (link: MailLink) => Page
  /** The page of a link without effect; undefined when the clipping was deleted. */
  gone: (link: MailLink | undefined) => Page
}

/** An endpoint whose name is the purpose of its links. */
interface MailLinkEndpoint {
  name: LinkPurpose
  config: readonly ('settings' | 'database' | 'linkSigning')[]
}

const BROKEN: Page = {
  heading: 'Este link não é válido',
  paragraphs: [
    'O endereço está incompleto ou foi alterado, ou é de uma mensagem antiga, cujos links já não valem.',
    'Abra o link de novo a partir da mensagem que você recebeu, sem copiar só uma parte dele. Se não funcionar, use o de uma mensagem mais recente.',
  ],
}

const UNAVAILABLE: Page = {
  heading: 'Não foi possível agora',
  paragraphs: ['O serviço está indisponível no momento. Tente de novo em alguns minutos.'],
}

/**
 * Returns the function behind links of one purpose. GET shows a page and changes nothing, because programs follow links
 * too. POST performs the action, sent by the page's button or by a mail program (RFC 8058). Repeating it changes
 * nothing.
 */
export function mailLinkHandler(endpoint: MailLinkEndpoint, pages: MailLinkPages) {
  const { name: purpose } = endpoint
  const { settings, database, linkSigning } = loadConfigOf(endpoint)
  const logger = createLogger({ level: settings.logLevel, fields: { function: purpose } })
  const db = connectDatabase(database)
  const secrets = [linkSigning.secret, linkSigning.previous]

  async function answer(link: SignedLink, follows: boolean): Promise<APIGatewayProxyResult> {
    const found = follows
      ? // It may be done twice to the same effect, so a dropped connection is tried again as for a read.
        await readRows(() => followMailLink(db, link, new Date()))
      : await readRows(() => findMailLink(db, link))
    if (!found || found.state === 'gone') return pageResponse(200, pages.gone(found))
    const isDone = follows || found.state === 'done'
    return pageResponse(200, isDone ? pages.done(found) : pages.question(found))
  }

  return observeHttp({ name: purpose, logger }, async (event) => {
    const link = readLinkToken(event.queryStringParameters?.['token'] ?? '', secrets)
    if (link?.purpose !== purpose) return pageResponse(400, BROKEN)
    try {
      return await answer(link, event.httpMethod === 'POST')
    } catch (error) {
      logger.error({ error }, 'the action of a mail link failed')
      return pageResponse(503, UNAVAILABLE)
    }
  })
}
