import { useEffect, useState } from 'preact/hooks'
import { act } from '../../api/act.ts'
import { client } from '../../api/client.ts'
import {
  AlertAddressDocument,
  CancelAlertDocument,
  ConfirmAlertDocument,
  LeaveAlertsDocument,
  UpdateAlertDocument,
  type AlertAddressQuery,
  type AlertFrequency,
  type RecorteInput,
} from '../../api/generated/operations.ts'
import { useAction } from '../../api/use-action.ts'
import { describeFailure } from '../../api/use-data.ts'
import { texts } from '../../texts/texts.ts'

export type ShownAlerts = AlertAddressQuery['alertAddress']

/** Reads the alerts of a link. By POST, so that no log of addresses has the token. Throws an Error for readers. */
async function readAlerts(token: string): Promise<ShownAlerts> {
  const options = { requestPolicy: 'network-only', preferGetMethod: false } as const
  const { data, error } = await client
    .query<AlertAddressQuery>(AlertAddressDocument.toString(), { token }, options)
    .toPromise()
  if (error || !data) throw new Error(error ? describeFailure(error) : texts.failures.server)
  return data.alertAddress
}

/** The alerts of a link, and what its holder can do. `shown` is undefined until the alerts are loaded. */
export function useAlerts(token: string) {
  const [shown, setShown] = useState<ShownAlerts>()
  const [message, setMessage] = useState<string>()
  const { failure, run: runAction } = useAction()
  const run = (action: () => Promise<ShownAlerts>, done?: string) => {
    setMessage(undefined)
    return runAction(async () => {
      setShown(await action())
      setMessage(done)
    })
  }
  const load = () => run(() => readAlerts(token))
  useEffect(() => void load(), [token])
  const words = texts.alerts
  return {
    shown,
    failure,
    message,
    load,
    confirm: (id: string) =>
      run(async () => (await act(ConfirmAlertDocument, { token, id })).confirmAlert, words.confirmed),
    update: (id: string, change: { recorte?: RecorteInput; frequency?: AlertFrequency }) =>
      run(async () => (await act(UpdateAlertDocument, { token, id, ...change })).updateAlert, words.changed),
    cancel: (id: string) =>
      run(async () => (await act(CancelAlertDocument, { token, id })).cancelAlert ?? null, words.cancelled),
    leave: (block: boolean) =>
      run(async () => {
        await act(LeaveAlertsDocument, { token, block })
        return null
      }),
  }
}
