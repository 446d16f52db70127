import type * as Sdk from '@aws-sdk/client-scheduler'
import { requestTimeouts } from '@pauta/platform/aws/request-timeouts'
import type { Config } from '@pauta/platform/config/config'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { writeReleaseMessage } from './messages.ts'

const REQUEST_TIMEOUT_MS = 2000
const CONNECT_TIMEOUT_MS = 1000
const MAX_ATTEMPTS = 2

/**
 * One-shot schedules, at most one for each clipping, which send its release message at the next run. `next_run_at`
 * decides when a clipping runs, and the sweep sends messages that were lost. So no method throws; failures are logged.
 */
export interface ReleaseScheduler {
  /** Creates the schedule of a clipping, or replaces the existing one. */
  put(run: { clippingId: string; nextRunAt: Date }): Promise<void>
  /** Deletes the schedule of a clipping, if there is one. */
  remove(clippingId: string): Promise<void>
}

const nameOf = (clippingId: string) => `clipping-${clippingId}`

/** Loads the SDK at the first call, because most requests never need the scheduler. */
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

/** Returns a scheduler that does nothing where the configuration names no group: only production runs on schedules. */
export function connectReleaseScheduler(
  { group, roleArn, queueArn }: Config<'scheduler'>['scheduler'],
  logger: Logger,
): ReleaseScheduler {
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
      attempt(
        clippingId,
        'the schedule of a clipping was not set; the sweep will send its release message',
        async () => {
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
        },
      ),
    remove: (clippingId) =>
      attempt(
        clippingId,
        'the schedule of a clipping was not deleted; its message will have no effect',
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

/** Sets the schedule of a clipping to its next run, or deletes the schedule when no run follows. */
export async function setReleaseSchedule(
  scheduler: ReleaseScheduler,
  { id, nextRunAt }: { id: string; nextRunAt: Date | null },
): Promise<void> {
  if (nextRunAt) await scheduler.put({ clippingId: id, nextRunAt })
  else await scheduler.remove(id)
}
