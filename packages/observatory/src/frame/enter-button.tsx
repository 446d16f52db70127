import { useState } from 'preact/hooks'
import { logIn } from '../api/session.ts'
import { texts } from '../texts/texts.ts'

/** Leads to the login of the issuer. Shows what to do when the issuer does not answer. */
export function EnterButton() {
  const [hasFailed, setFailed] = useState(false)
  const enter = () => {
    setFailed(false)
    logIn().catch(() => setFailed(true))
  }
  return (
    <>
      <button type="button" onClick={enter}>
        {texts.login.enter}
      </button>
      {hasFailed && (
        <p class="failure" role="alert">
          {texts.login.unreachable}
        </p>
      )}
    </>
  )
}
