import { buildSite } from '@pauta/observatory/build'

/** Builds the site once, so that test files in other threads find it built. */
export default async function setup(): Promise<void> {
  await buildSite()
}
