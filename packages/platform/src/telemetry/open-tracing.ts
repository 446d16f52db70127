import type { Tracing, TracingOptions } from './tracing.ts'

/**
 * Traces where `settings.tracing` names a collector, undefined elsewhere. OpenTelemetry is loaded here and not before, so
 * that nobody who records nothing pays for it.
 */
export async function openTracing(options: TracingOptions): Promise<Tracing | undefined> {
  if (options.settings.tracing.endpoint === '') return undefined
  try {
    const { startTracing } = await import('./open-telemetry.ts')
    return startTracing(options)
  } catch (error) {
    options.logger.warn({ error }, 'traces cannot be recorded')
    return undefined
  }
}
