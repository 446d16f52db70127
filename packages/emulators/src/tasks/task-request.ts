/** An AWS error: its type is the name of the exception that the SDK throws. */
export class TaskApiError extends Error {
  override readonly name = 'TaskApiError'
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

/** The request of RunTask. */
export interface RunRequest {
  cluster: string
  taskDefinition: string
  container: string
  clientToken: string
  /** Replaces the container's own arguments. Undefined keeps them. */
  command: string[] | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Returns a text of a request. Throws when it is missing. */
export function readText(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  throw new TaskApiError('InvalidParameterException', `${name} is missing.`)
}

/** Returns a list of texts of a request. Throws when the list is missing. */
export function readTexts(body: Record<string, unknown>, name: string): string[] {
  const value = body[name]
  if (isTextList(value) && value.length > 0) return value
  throw new TaskApiError('InvalidParameterException', `${name} is missing.`)
}

/** Fargate tasks need a network configuration. Tasks of this project have no public address. */
function assertNetwork({ networkConfiguration }: Record<string, unknown>): void {
  const place = isRecord(networkConfiguration) ? networkConfiguration['awsvpcConfiguration'] : undefined
  if (isRecord(place) && isTextList(place['subnets']) && place['subnets'].length > 0) {
    if (place['assignPublicIp'] === 'DISABLED') return
    throw new TaskApiError('InvalidParameterException', 'The local network has no public addresses.')
  }
  throw new TaskApiError(
    'InvalidParameterException',
    "Network Configuration must be provided when networkMode 'awsvpc' is specified.",
  )
}

function readCommand(body: Record<string, unknown>): { container: string; command: string[] | undefined }[] {
  const overrides = isRecord(body['overrides']) ? body['overrides']['containerOverrides'] : undefined
  if (!Array.isArray(overrides)) return []
  return overrides.filter(isRecord).map((override) => {
    const command = override['command']
    return { container: readText(override, 'name'), command: isTextList(command) ? command : undefined }
  })
}

/** Parses a RunTask request for a definition with one container. The request may override the container's arguments. */
export function readRunRequest(body: Record<string, unknown>, container: string): RunRequest {
  if (body['launchType'] !== 'FARGATE')
    throw new TaskApiError(
      'InvalidParameterException',
      'The local emulator supports launch type FARGATE only.',
    )
  assertNetwork(body)
  const [override, ...more] = readCommand(body)
  const stranger = [...(override ? [override] : []), ...more].find((other) => other.container !== container)
  if (stranger) {
    throw new TaskApiError(
      'InvalidParameterException',
      `Override for container named ${stranger.container} is not a container in the TaskDefinition.`,
    )
  }
  return {
    cluster: readText(body, 'cluster'),
    taskDefinition: readText(body, 'taskDefinition'),
    container,
    clientToken: readText(body, 'clientToken'),
    command: override?.command,
  }
}
