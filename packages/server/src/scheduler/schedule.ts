import { InvalidExpressionError, readExpression, type Timetable } from './schedule-expression.ts'

/** A schedule as clients send and read it. Times are seconds since 1970, as in the REST interface. */
export interface Schedule {
  Name: string
  GroupName: string
  State: 'ENABLED' | 'DISABLED'
  ScheduleExpression: string
  ScheduleExpressionTimezone: string
  FlexibleTimeWindow: { Mode: 'OFF' | 'FLEXIBLE'; MaximumWindowInMinutes?: number }
  Target: ScheduleTarget
  ActionAfterCompletion: 'NONE' | 'DELETE'
  Description?: string
  StartDate?: number
  EndDate?: number
  CreationDate: number
  LastModificationDate: number
}

export interface ScheduleTarget {
  Arn: string
  RoleArn: string
  /** The input of the target. The context attributes of EventBridge Scheduler in it are filled in. */
  Input?: string
  RetryPolicy?: { MaximumRetryAttempts?: number; MaximumEventAgeInSeconds?: number }
  [setting: string]: unknown
}

/** An error with the type, message and HTTP status of the service. */
export class SchedulerError extends Error {
  readonly status: number
  readonly type: string

  constructor(status: number, type: string, message: string) {
    super(message)
    this.name = 'SchedulerError'
    this.status = status
    this.type = type
  }
}

const NAME = /^[0-9a-zA-Z\-_.]{1,64}$/
const MAX_WINDOW_MINUTES = 1440
const MAX_INPUT_CHARACTERS = 262_144

export function refuse(message: string): SchedulerError {
  return new SchedulerError(400, 'ValidationException', message)
}

/** Returns the times of a schedule between its start and end. Throws SchedulerError for a wrong expression or zone. */
export function readTimetable(schedule: Schedule): Timetable {
  const start = new Date((schedule.StartDate ?? schedule.CreationDate) * 1000)
  const end = schedule.EndDate === undefined ? undefined : new Date(schedule.EndDate * 1000)
  let timetable: Timetable
  try {
    timetable = readExpression(schedule.ScheduleExpression, schedule.ScheduleExpressionTimezone, start)
  } catch (error) {
    if (error instanceof InvalidExpressionError) throw refuse(error.message)
    throw error
  }
  if (timetable.once) return timetable
  return {
    once: false,
    findNext(after) {
      const next = timetable.findNext(schedule.StartDate !== undefined && after < start ? start : after)
      return next && end && next > end ? undefined : next
    },
  }
}

/**
 * Creates a schedule from a request's body. Missing fields get their defaults, also in an update, as in the service.
 * Throws SchedulerError that names the wrong field.
 */
export function readSchedule(
  name: string,
  body: Record<string, unknown>,
  { now, createdAt }: { now: Date; createdAt: number | undefined },
): Schedule {
  const { GroupName = 'default', State = 'ENABLED', ActionAfterCompletion = 'NONE' } = body
  if (!NAME.test(name)) throw refuse(`Name ${name} is not 1 to 64 letters, digits, -, _ or .`)
  if (typeof GroupName !== 'string' || !NAME.test(GroupName)) throw refuse('GroupName is not a name.')
  if (State !== 'ENABLED' && State !== 'DISABLED') throw refuse('State is not ENABLED or DISABLED.')
  if (ActionAfterCompletion !== 'NONE' && ActionAfterCompletion !== 'DELETE') {
    throw refuse('ActionAfterCompletion is not NONE or DELETE.')
  }
  if (typeof body['ScheduleExpression'] !== 'string') throw refuse('ScheduleExpression is missing.')
  const seconds = now.getTime() / 1000
  const schedule: Schedule = {
    Name: name,
    GroupName,
    State,
    ScheduleExpression: body['ScheduleExpression'],
    ScheduleExpressionTimezone: readOptionalText(body, 'ScheduleExpressionTimezone') ?? 'UTC',
    FlexibleTimeWindow: readWindow(body['FlexibleTimeWindow']),
    Target: readTarget(body['Target']),
    ActionAfterCompletion,
    CreationDate: createdAt ?? seconds,
    LastModificationDate: seconds,
    ...definedOnly('Description', readOptionalText(body, 'Description')),
    ...definedOnly('StartDate', readOptionalSeconds(body, 'StartDate')),
    ...definedOnly('EndDate', readOptionalSeconds(body, 'EndDate')),
  }
  readTimetable(schedule)
  return schedule
}

function definedOnly<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value }
}

function readOptionalText(body: Record<string, unknown>, field: string): string | undefined {
  const value = body[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw refuse(`${field} is not a text.`)
  return value
}

function readOptionalSeconds(body: Record<string, unknown>, field: string): number | undefined {
  const value = body[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refuse(`${field} is not a time.`)
  return value
}

function readWindow(value: unknown): Schedule['FlexibleTimeWindow'] {
  const { Mode, MaximumWindowInMinutes: minutes } = (value ?? {}) as Record<string, unknown>
  if (Mode === 'OFF' && minutes === undefined) return { Mode }
  if (Mode !== 'FLEXIBLE') throw refuse('FlexibleTimeWindow needs Mode OFF, or FLEXIBLE with a maximum.')
  const isWhole = typeof minutes === 'number' && Number.isInteger(minutes)
  if (!isWhole || minutes < 1 || minutes > MAX_WINDOW_MINUTES) {
    throw refuse(`MaximumWindowInMinutes is not 1 to ${MAX_WINDOW_MINUTES}.`)
  }
  return { Mode, MaximumWindowInMinutes: minutes }
}

function readTarget(value: unknown): ScheduleTarget {
  const target = (value ?? {}) as Partial<ScheduleTarget>
  if (typeof target.Arn !== 'string' || target.Arn === '') throw refuse('Target.Arn is missing.')
  if (typeof target.RoleArn !== 'string' || target.RoleArn === '') throw refuse('Target.RoleArn is missing.')
  const { Input } = target
  if (Input !== undefined && (typeof Input !== 'string' || Input.length > MAX_INPUT_CHARACTERS)) {
    throw refuse(`Target.Input is not a text of at most ${MAX_INPUT_CHARACTERS} characters.`)
  }
  return { ...target, Arn: target.Arn, RoleArn: target.RoleArn }
}
