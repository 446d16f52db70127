import type * as Sdk from '@aws-sdk/client-scheduler'
import { requestTimeouts } from '@pauta/platform/aws/request-timeouts'
import type { Config } from '@pauta/platform/config/config'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { writeReleaseMessage } from './messages.ts'

const REQUEST_TIMEOUT_MS = 2000
const CONNECT_TIMEOUT_MS = 1000
const MAX_ATTEMPTS = 2

/**
 * Alarm clocks of clippings: one that rings once, at the next run. They only save the minutes until the sweep: the
 * clipping's own next_run_at is the truth, so no method throws, and a failure is logged.
 */
export interface RunSchedules {
  /** Sets the clock of a clipping, in place of one that it may have. */
  put(run: { clippingId: string; nextRunAt: Date }): Promise<void>
  /** Takes the clock of a clipping away, if it has one. */
  remove(clippingId: string): Promise<void>
}

const nameOf = (clippingId: string) => `clipping-${clippingId}`

/** The way to the scheduler, where the stage has one; the SDK is loaded with the first clock. */
function makeOpener() {
  let opened: Promise<{ sdk: typeof Sdk; client: Sdk.SchedulerClient }> | undefined
  return () =>
    (opened ??= import('@aws-sdk/client-scheduler').then((sdk) => ({
      sdk,
      client: new sdk.SchedulerClient({
        maxAttempts: MAX_ATTEMPTS,
        requestHandler: requestTimeouts({ connectMs: CONNECT_TIMEOUT_MS, answerMs: REQUEST_TIMEOUT_MS }),
      }),
    })))
}

/** A stage whose configuration names no group runs nothing on the clock: there nothing is asked of anybody. */
export function connectRunSchedules(
  { group, roleArn, queueArn }: Config<'scheduler'>['scheduler'],
  logger: Logger,
): RunSchedules {
  const open = makeOpener()
  const attempt = async (clippingId: string, what: string, call: () => Promise<void>) => {
    if (group === '') return
    try {
      await call()
    } catch (error) {
      logger.error({ error, clippingId }, what)
    }
  }
  return {
    put: ({ clippingId, nextRunAt }) =>
      attempt(clippingId, 'the clock of a clipping was not set: the sweep will find its run', async () => {
        const { sdk, client } = await open()
        const input: Sdk.CreateScheduleCommandInput = {
          Name: nameOf(clippingId),
          GroupName: group,
          ScheduleExpression: `at(${nextRunAt.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)})`,
          ScheduleExpressionTimezone: 'UTC',
          FlexibleTimeWindow: { Mode: 'OFF' },
          ActionAfterCompletion: 'DELETE',
          Target: {
            Arn: queueArn,
            RoleArn: roleArn,
            Input: writeReleaseMessage({ kind: 'due', clippingId, nextRunAt }),
          },
        }
        try {
          await client.send(new sdk.CreateScheduleCommand(input))
        } catch (error) {
          if (!(error instanceof sdk.ConflictException)) throw error
          await client.send(new sdk.UpdateScheduleCommand(input))
        }
      }),
    remove: (clippingId) =>
      attempt(
        clippingId,
        'the clock of a clipping was not taken away: it will ring for nothing',
        async () => {
          const { sdk, client } = await open()
          try {
            await client.send(new sdk.DeleteScheduleCommand({ Name: nameOf(clippingId), GroupName: group }))
          } catch (error) {
            if (!(error instanceof sdk.ResourceNotFoundException)) throw error
          }
        },
      ),
  }
}

/** Sets or takes away the clock of a clipping, as its next run says. */
export async function setRunSchedule(
  schedules: RunSchedules,
  { id, nextRunAt }: { id: string; nextRunAt: Date | null },
): Promise<void> {
  if (nextRunAt) await schedules.put({ clippingId: id, nextRunAt })
  else await schedules.remove(id)
}
