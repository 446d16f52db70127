import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { finishLogIn } from '../../api/session.ts'
import { EnterButton } from '../../frame/enter-button.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { texts } from '../../texts/texts.ts'

/** The page to which the issuer sends a person back. A person who opens it by its address gets a button. */
export function LoginPage() {
  useTitle(texts.login.enter)
  const { route, query } = useLocation()
  // Every answer of an issuer has a state, also a refusal (OpenID Connect Core, 3.1.2.5 and 3.1.2.6).
  const isReturn = 'state' in query
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isReturn) return
    finishLogIn()
      .then((path) => route(path, true))
      .catch(() => setFailed(true))
  }, [])
  return (
    <>
      <h1>{texts.login.enter}</h1>
      {isReturn && !hasFailed && <p role="status">{texts.loading}</p>}
      {hasFailed && (
        <div class="failure" role="alert">
          <p>{texts.login.failed}</p>
          <EnterButton />
        </div>
      )}
      {!isReturn && (
        <>
          <p class="lead">{texts.login.why}</p>
          <EnterButton />
        </>
      )}
    </>
  )
}
