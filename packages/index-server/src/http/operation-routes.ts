import { badRequest } from '../requests/http-error.ts'
import { statfsSync } from 'node:fs'
import { freemem, totalmem } from 'node:os'
import process from 'node:process'
import type { ApiResponse, Route } from './route.ts'

const VERSION = '27.1'

const demand = (action: string) => () => ({ action, collections: [] })
const succeed = (): ApiResponse => ({ status: 200, json: { success: true } })

/** Health, metrics, and the maintenance calls that have no effect on this server. */
export const operationRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/health',
    isOpen: true,
    handle: ({ engine }) =>
      engine.isReady ? { status: 200, json: { ok: true } } : { status: 503, json: { ok: false } },
  },
  {
    method: 'GET',
    pattern: '/debug',
    isOpen: true,
    demand: demand('debug:list'),
    handle: () => ({ status: 200, json: { state: 1, version: VERSION } }),
  },
  {
    method: 'GET',
    pattern: '/stats.json',
    isOpen: true,
    demand: demand('stats.json:list'),
    handle: () => ({
      status: 200,
      json: {
        delete_latency_ms: 0,
        delete_requests_per_second: 0,
        import_latency_ms: 0,
        import_requests_per_second: 0,
        latency_ms: {},
        overloaded_requests_per_second: 0,
        pending_write_batches: 0,
        requests_per_second: {},
        search_latency_ms: 0,
        search_requests_per_second: 0,
        total_requests_per_second: 0,
        write_latency_ms: 0,
        write_requests_per_second: 0,
      },
    }),
  },
  {
    method: 'GET',
    pattern: '/metrics.json',
    isOpen: true,
    demand: demand('metrics.json:list'),
    handle: () => {
      const { rss, heapUsed, external } = process.memoryUsage()
      // The disk of the working directory: this server keeps its data where its process may write.
      const { blocks, bavail, bsize } = statfsSync('.')
      return {
        status: 200,
        json: {
          system_cpu_active_percentage: '0.00',
          system_disk_total_bytes: String(blocks * bsize),
          system_disk_used_bytes: String((blocks - bavail) * bsize),
          system_memory_total_bytes: String(totalmem()),
          system_memory_used_bytes: String(totalmem() - freemem()),
          typesense_memory_active_bytes: String(rss),
          typesense_memory_allocated_bytes: String(heapUsed + external),
          typesense_memory_resident_bytes: String(rss),
        },
      }
    },
  },
  {
    method: 'POST',
    pattern: '/operations/snapshot',
    demand: demand('operations:all'),
    handle: ({ query }) => {
      if (!query.has('snapshot_path')) throw badRequest('Parameter `snapshot_path` is required.')
      return { status: 201, json: { success: true } }
    },
  },
  {
    method: 'POST',
    pattern: '/operations/vote',
    demand: demand('operations:all'),
    handle: () => ({ status: 200, json: { success: false } }),
  },
  { method: 'POST', pattern: '/operations/cache/clear', demand: demand('operations:all'), handle: succeed },
  { method: 'POST', pattern: '/operations/db/compact', demand: demand('operations:all'), handle: succeed },
  { method: 'POST', pattern: '/operations/reset_peers', demand: demand('operations:all'), handle: succeed },
  {
    method: 'POST',
    pattern: '/config',
    demand: demand('config:update'),
    handle: () => ({ status: 201, json: { success: true } }),
  },
]
