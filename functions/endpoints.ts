import type { Endpoint } from '@pauta/platform/endpoints/define-endpoint'
import { graphql } from './graphql/endpoint.ts'
import { stream } from './graphql/stream/endpoint.ts'
import { confirm } from './http/confirm/endpoint.ts'
import { exportArticles } from './http/export/endpoint.ts'
import { feeds } from './http/feeds/endpoint.ts'
import { live } from './http/live/endpoint.ts'
import { health } from './http/health/endpoint.ts'
import { notFound } from './http/not-found/endpoint.ts'
import { pages } from './http/pages/endpoint.ts'
import { playground } from './http/playground/endpoint.ts'
import { ready } from './http/ready/endpoint.ts'
import { telegramLink } from './http/telegram-link/endpoint.ts'
import { telegramUpdates } from './http/telegram-updates/endpoint.ts'
import { unsubscribe } from './http/unsubscribe/endpoint.ts'
import { widget } from './http/widget/endpoint.ts'
import { mcp } from './mcp/endpoint.ts'

const ENDPOINTS = [
  graphql,
  stream,
  mcp,
  playground,
  widget,
  feeds,
  pages,
  exportArticles,
  live,
  health,
  ready,
  unsubscribe,
  confirm,
  telegramLink,
  telegramUpdates,
  notFound,
] as const

export type EndpointName = (typeof ENDPOINTS)[number]['name']

/** All endpoints. A new endpoint needs a folder and a line here; packages/server/src/functions/invoke.ts then asks for its handler. */
export const endpoints: readonly (Endpoint & { name: EndpointName })[] = ENDPOINTS
