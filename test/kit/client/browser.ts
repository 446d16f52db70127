import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium, type Browser } from 'playwright-core'

/** Debian's Chromium without windows, which needs half the time, or else the whole browser. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Folder of screenshots for people; no test compares them. */
export const SCREENSHOTS = 'test-results'

/** Starts Debian's Chromium, which sends no requests of its own. */
export async function launchBrowser(): Promise<Browser> {
  if (!CHROMIUM) throw new Error('these tests need the package chromium-headless-shell of Debian')
  await mkdir(SCREENSHOTS, { recursive: true })
  return await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
}

/** The script that checks a page's accessibility in the page. */
export const readAxe = (): Promise<string> => readFile(axePath, 'utf8')
