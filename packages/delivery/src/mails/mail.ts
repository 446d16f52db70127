/** A mail before it has a recipient: what the e-mail channel's message needs besides addresses. */
export interface Mail {
  subject: string
  html: string
  text: string
}
