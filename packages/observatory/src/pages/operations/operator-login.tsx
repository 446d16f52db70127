import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import {
  finishOperatorLogIn,
  hasOperatorLogin,
  keepServiceToken,
  logInAsOperator,
} from '../../api/operator-session.ts'
import { FailedAction } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.operations

function PasteToken() {
  const [token, setToken] = useState('')
  const [isBad, setBad] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setBad(!keepServiceToken(token.trim()))
  }
  return (
    <form class="prompt" onSubmit={submit}>
      <label>
        {words.paste}
        <textarea
          rows={3}
          required
          spellcheck={false}
          autocomplete="off"
          value={token}
          onInput={({ currentTarget }) => setToken(currentTarget.value)}
        />
      </label>
      <p class="help">{words.pasteHelp}</p>
      {isBad && <FailedAction text={words.badToken} />}
      <button type="submit">{words.pasteSubmit}</button>
    </form>
  )
}

/** How an operator logs in: at the issuer of services, or with a token. */
export function OperatorLogin({ hasFailed = false }: { hasFailed?: boolean }) {
  const [hasIssuer, setHasIssuer] = useState<boolean>()
  const [isBroken, setBroken] = useState(hasFailed)
  useEffect(() => {
    hasOperatorLogin().then(setHasIssuer, () => setHasIssuer(false))
  }, [])
  return (
    <section class="article">
      <p>{words.loginText}</p>
      {isBroken && <FailedAction text={words.loginFailed} />}
      {hasIssuer === true && (
        <p>
          <button
            type="button"
            class="button"
            onClick={() => void logInAsOperator().catch(() => setBroken(true))}
          >
            {words.login}
          </button>{' '}
          {location.hostname === 'localhost' || location.hostname === '127.0.0.1' ? words.laptop : ''}
        </p>
      )}
      {hasIssuer === false && <p>{words.noIssuer}</p>}
      <PasteToken />
    </section>
  )
}

/** The page to which the issuer of services sends an operator back. */
export function OperatorLoginPage() {
  useTitle(words.title)
  const { route } = useLocation()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    finishOperatorLogIn()
      .then(() => route(paths.operations, true))
      .catch(() => setFailed(true))
  }, [])
  return (
    <>
      <h1>{words.title}</h1>
      {hasFailed ? <OperatorLogin hasFailed /> : <p role="status">{texts.loading}</p>}
    </>
  )
}
