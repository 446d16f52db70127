import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from './logger.ts'
import { unobserved } from './observation.ts'

/** A collector that failed is left alone for so long: whoever waits for it waits once a minute at most. */
const PAUSE_MS = 60_000

/** An exporter that also tells when everything on its way has arrived or failed. */
export interface PatientExporter extends SpanExporter {
  sent(): Promise<void>
}

/**
 * Bears a collector that is down: spans are let go of for a minute after a failure, and the log says so when it begins
 * and when it is over, not with every trace.
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
    if (failed && !isFailing) logger.warn({ error, endpoint }, 'traces do not reach their collector')
    if (!failed && isFailing) logger.info({ endpoint }, 'traces reach their collector again')
    isFailing = failed
  }

  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      if (Date.now() < pausedUntil) {
        done({ code: ExportResultCode.SUCCESS })
        return
      }
      const arrival = new Promise<void>((resolve) =>
        // A batch may leave within the work whose spans it holds, and is itself no part of it.
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
