import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'

/** Debian's Chromium without windows, which needs half the time, or else the whole browser. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
const PICTURES = 'test-results'

/** Starts Debian's Chromium, which sends no requests of its own. */
export async function launchBrowser(): Promise<Browser> {
  if (!CHROMIUM) throw new Error('these tests need the package chromium-headless-shell of Debian')
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

/**
 * Keeps a picture of a page for people to look at, when the environment asks for pictures. No test compares them: the shapes
 * of letters differ between machines.
 */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage })
}
