import { SCHEDULER_ROLE } from './queue-scheduler.ts'

const REQUEST_TIMEOUT_MS = 10_000

/** A schedule that sends a message to a queue. */
export interface QueueSchedule {
  name: string
  expression: string
  timezone: string
  queueArn: string
  message: string
}

async function call(url: string, method: string, body?: unknown): Promise<Response> {
  return await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function put(scheduler: string, group: string, schedule: QueueSchedule): Promise<void> {
  const url = `${scheduler}/schedules/${encodeURIComponent(schedule.name)}`
  const body = {
    GroupName: group,
    ScheduleExpression: schedule.expression,
    ScheduleExpressionTimezone: schedule.timezone,
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: schedule.queueArn, RoleArn: SCHEDULER_ROLE, Input: schedule.message },
  }
  const created = await call(url, 'POST', body)
  const answer = created.status === 409 ? await call(url, 'PUT', body) : created
  if (!answer.ok) throw new Error(`The schedule ${schedule.name} was refused: ${await answer.text()}`)
}

async function listNames(scheduler: string, group: string): Promise<string[]> {
  const names: string[] = []
  let token: string | undefined
  do {
    const query = new URLSearchParams({
      ScheduleGroup: group,
      ...(token !== undefined && { NextToken: token }),
    })
    const answer = await call(`${scheduler}/schedules?${query}`, 'GET')
    if (!answer.ok) throw new Error(`The schedules cannot be listed: ${await answer.text()}`)
    const page = (await answer.json()) as { Schedules: { Name: string }[]; NextToken?: string }
    names.push(...page.Schedules.map(({ Name }) => Name))
    token = page.NextToken
  } while (token !== undefined)
  return names
}

/** Makes the schedules of a group equal to the given list, as a deployment does. */
export async function putSchedules(
  scheduler: string,
  group: string,
  schedules: readonly QueueSchedule[],
): Promise<void> {
  const wanted = new Set(schedules.map(({ name }) => name))
  for (const name of await listNames(scheduler, group)) {
    if (wanted.has(name)) continue
    await call(`${scheduler}/schedules/${encodeURIComponent(name)}?groupName=${group}`, 'DELETE')
  }
  for (const schedule of schedules) await put(scheduler, group, schedule)
}
