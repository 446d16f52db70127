/** A mail without recipient and sender. */
export interface Mail {
  subject: string
  html: string
  text: string
}
