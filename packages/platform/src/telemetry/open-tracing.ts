import type { Tracing, TracingOptions } from './tracing.ts'

/**
 * Returns tracing when `settings.tracing` names a collector, else undefined. Loads OpenTelemetry only then, so that
 * other stages start faster.
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
