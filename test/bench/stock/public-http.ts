import { RequestFilteringHttpsAgent } from 'request-filtering-agent'

/** The connection pool for addresses that users choose. */
export const agent = new RequestFilteringHttpsAgent({ keepAlive: true })
