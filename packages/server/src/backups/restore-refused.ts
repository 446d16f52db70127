/** A restore that was refused before it changed anything. The message is one sentence for the operator. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}
