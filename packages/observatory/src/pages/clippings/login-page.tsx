import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { finishLogIn, logIn } from '../../api/session.ts'
import { useTitle } from '../../frame/use-title.ts'
import { texts } from '../../texts.ts'

/** The page to which the issuer sends a person back. */
export function LoginPage() {
  useTitle(texts.login.enter)
  const { route } = useLocation()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    finishLogIn()
      .then((path) => route(path, true))
      .catch(() => setFailed(true))
  }, [])
  if (!hasFailed) return <p role="status">{texts.loading}</p>
  return (
    <>
      <h1>{texts.login.enter}</h1>
      <div class="failure" role="alert">
        <p>{texts.login.failed}</p>
        <button type="button" onClick={() => void logIn()}>
          {texts.login.enter}
        </button>
      </div>
    </>
  )
}
