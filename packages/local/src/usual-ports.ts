/** Ports of `npm start` besides that of the API. Where one is taken, the stack uses a free one. */
export const INDEX_PORT = 8108
export const INBOX_PORT = 8025
export const SITES_PORT = 8026
