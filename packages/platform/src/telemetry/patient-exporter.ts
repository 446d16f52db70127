import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from './logger.ts'
import { unobserved } from './observation.ts'

/** Pause in milliseconds after a failure of the collector. Work waits for a failing collector at most once a minute. */
const PAUSE_MS = 60_000

/** An exporter with a promise that resolves when all batches in flight have arrived or failed. */
export interface PatientExporter extends SpanExporter {
  sent(): Promise<void>
}

/**
 * Tolerates a collector that is down: drops spans for one minute after a failure. Logs the begin and the end of an
 * outage, not every trace.
 */
export function patientExporter(
  exporter: SpanExporter,
  { endpoint, logger }: { endpoint: string; logger: Logger },
): PatientExporter {
  const onTheWay = new Set<Promise<void>>()
  let pausedUntil = 0
  let isFailing = false

  function note({ code, error }: ExportResult): void {
    const failed = code !== ExportResultCode.SUCCESS
    if (failed) pausedUntil = Date.now() + PAUSE_MS
    if (failed && !isFailing) logger.warn({ error, endpoint }, 'the collector of traces is unreachable')
    if (!failed && isFailing) logger.info({ endpoint }, 'the collector of traces is reachable again')
    isFailing = failed
  }

  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      if (Date.now() < pausedUntil) {
        done({ code: ExportResultCode.SUCCESS })
        return
      }
      const arrival = new Promise<void>((resolve) =>
        // A batch may be sent while the work of its spans still runs. The export itself is not part of that work.
        unobserved(() =>
          exporter.export(spans, (result) => {
            note(result)
            done(result)
            resolve()
          }),
        ),
      )
      onTheWay.add(arrival)
      void arrival.then(() => onTheWay.delete(arrival))
    },
    async sent() {
      await Promise.all(onTheWay)
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => await exporter.forceFlush?.(),
  }
}
