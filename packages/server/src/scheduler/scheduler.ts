import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readWholeRequest } from '@pauta/platform/input/read-bounded'
import { closeServer, listenLocally } from '../local-server.ts'
import { arnOf, ScheduleClock, type Firing } from './schedule-clock.ts'
import { keyOf, ScheduleStore } from './schedule-store.ts'
import { readSchedule, refuse, SchedulerError, type Schedule } from './schedule.ts'

const MAX_BODY_BYTES = 512 * 1024
const MAX_SCHEDULES = 10_000
const PAGE_MAX = 100

export interface SchedulerOptions {
  /** 0 takes a free port. */
  port: number
  /** Delivers one run to its target. When it throws, the run is retried by the target's retry policy. */
  fire: (firing: Firing) => Promise<void>
  log: (error: unknown, what: string) => void
  /** Folder that keeps the schedules between starts. Undefined keeps them in memory. */
  dataDir?: string | undefined
  /** Groups that exist besides `default`. */
  groups?: readonly string[]
  /** When true, schedules are stored and changed, but none runs before `release`. */
  held?: boolean
}

/** An emulated EventBridge Scheduler. */
export interface Scheduler {
  url: string
  /** Starts to run the schedules of a held scheduler. */
  release(): void
  /** Deletes every schedule. */
  empty(): void
  stop(): Promise<void>
}

/**
 * Starts EventBridge Scheduler's REST interface (create, get, update, delete and list schedules) with real timers.
 * Flexible windows are accepted and ignored: a run starts at the beginning of its window. A one-time schedule in the
 * past runs at once. Missed runs of a recurring schedule are skipped.
 */
export async function startScheduler(options: SchedulerOptions): Promise<Scheduler> {
  const store = new ScheduleStore(options.dataDir)
  const clock = new ScheduleClock({ store, fire: options.fire, log: options.log })
  if (options.held !== true) clock.start()
  const api = new SchedulerApi(clock, new Set(['default', ...(options.groups ?? [])]))
  const server = createServer((request, response) => {
    api.serve(request, response).catch((error: unknown) => {
      options.log(error, 'the scheduler failed')
      response.destroy()
    })
  })
  const url = await listenLocally(server, options.port)
  return {
    url,
    release: () => clock.start(),
    empty() {
      for (const schedule of clock.list()) clock.delete(schedule)
    },
    async stop() {
      await Promise.all([closeServer(server), clock.stop()])
      store.close()
    },
  }
}

/** Answers the requests of the REST interface. */
class SchedulerApi {
  readonly #clock: ScheduleClock
  readonly #groups: ReadonlySet<string>

  constructor(clock: ScheduleClock, groups: ReadonlySet<string>) {
    this.#clock = clock
    this.#groups = groups
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '/', 'http://scheduler')
      const body = await readBody(request)
      answer(response, 200, this.#route(request.method ?? 'GET', url, body))
    } catch (error) {
      if (!(error instanceof SchedulerError)) throw error
      response.setHeader('x-amzn-errortype', error.type)
      answer(response, error.status, { Message: error.message })
    }
  }

  #route(method: string, url: URL, body: Record<string, unknown>): unknown {
    if (url.pathname === '/schedules' && method === 'GET') return this.#list(url.searchParams)
    const name = decodeURIComponent(/^\/schedules\/([^/]+)$/.exec(url.pathname)?.[1] ?? '')
    if (name !== '' && method === 'POST') return this.#create(name, body)
    if (name !== '' && method === 'PUT') return this.#update(name, body)
    const group = url.searchParams.get('groupName') ?? 'default'
    if (name !== '' && method === 'GET') {
      const schedule = this.#get(group, name)
      return { ...schedule, Arn: arnOf(schedule) }
    }
    if (name !== '' && method === 'DELETE') {
      this.#clock.delete(this.#get(group, name))
      return {}
    }
    throw refuse(`The local scheduler has no ${method} ${url.pathname}.`)
  }

  #create(name: string, body: Record<string, unknown>): unknown {
    const schedule = readSchedule(name, body, { now: new Date(), createdAt: undefined })
    this.#assertGroup(schedule.GroupName)
    if (this.#clock.find(keyOf(schedule))) {
      throw new SchedulerError(409, 'ConflictException', `Schedule ${name} already exists.`)
    }
    if (this.#clock.list().length >= MAX_SCHEDULES) {
      throw new SchedulerError(402, 'ServiceQuotaExceededException', `There are ${MAX_SCHEDULES} schedules.`)
    }
    this.#clock.put(schedule)
    return { ScheduleArn: arnOf(schedule) }
  }

  #update(name: string, body: Record<string, unknown>): unknown {
    const { GroupName = 'default' } = body
    const before = this.#get(String(GroupName), name)
    const schedule = readSchedule(name, body, { now: new Date(), createdAt: before.CreationDate })
    this.#clock.put(schedule)
    return { ScheduleArn: arnOf(schedule) }
  }

  #get(group: string, name: string): Schedule {
    this.#assertGroup(group)
    const schedule = this.#clock.find(keyOf({ GroupName: group, Name: name }))
    if (schedule) return schedule
    throw new SchedulerError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`)
  }

  #list(parameters: URLSearchParams): unknown {
    const group = parameters.get('ScheduleGroup')
    const prefix = parameters.get('NamePrefix') ?? ''
    const state = parameters.get('State')
    const after = parameters.get('NextToken') ?? ''
    const size = Math.min(Number(parameters.get('MaxResults') ?? PAGE_MAX) || PAGE_MAX, PAGE_MAX)
    const rest = this.#clock
      .list()
      .filter((schedule) => group === null || schedule.GroupName === group)
      .filter((schedule) => schedule.Name.startsWith(prefix) && (state === null || schedule.State === state))
      .filter((schedule) => keyOf(schedule) > after)
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    const page = rest.slice(0, size)
    const last = page.at(-1)
    return {
      Schedules: page.map((schedule) => ({
        Arn: arnOf(schedule),
        Name: schedule.Name,
        GroupName: schedule.GroupName,
        State: schedule.State,
        CreationDate: schedule.CreationDate,
        LastModificationDate: schedule.LastModificationDate,
        Target: { Arn: schedule.Target.Arn },
      })),
      ...(last && rest.length > page.length && { NextToken: keyOf(last) }),
    }
  }

  #assertGroup(group: string): void {
    if (this.#groups.has(group)) return
    throw new SchedulerError(404, 'ResourceNotFoundException', `Schedule group ${group} does not exist.`)
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await readWholeRequest(request, MAX_BODY_BYTES, () => refuse('The request is too long.'))
  if (body.length === 0) return {}
  try {
    return JSON.parse(body.toString('utf8')) as Record<string, unknown>
  } catch {
    throw refuse('The body is not JSON.')
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
