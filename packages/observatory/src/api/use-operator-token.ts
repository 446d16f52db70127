import { useEffect, useState } from 'preact/hooks'
import { OPERATOR_CHANGED, readOperatorToken } from './operator-session.ts'

/** Returns the token of the operator of this tab, and follows logins and logouts. */
export function useOperatorToken(): string | undefined {
  const [token, setToken] = useState(readOperatorToken)
  useEffect(() => {
    const update = () => setToken(readOperatorToken())
    addEventListener(OPERATOR_CHANGED, update)
    return () => removeEventListener(OPERATOR_CHANGED, update)
  }, [])
  return token
}
