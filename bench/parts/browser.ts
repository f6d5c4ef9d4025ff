import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromium as chromiumOnDisk } from '../../tools/chromium.mjs'
import { teller } from '../../tools/toolchain.mjs'
import { buildWeb } from '../../tools/web-build.mjs'
import { startHouse } from './cpu.ts'

const tell = teller(process.stderr, { quiet: true })

/** Opens the browser that the stories run in. */
export const openBrowser = (...switches: string[]) =>
  chromium.launch({
    executablePath: chromiumOnDisk(process.execPath, tell),
    args: ['--no-sandbox', '--disable-gpu', ...switches],
  })

/** Starts the product with its built client, and a browser. `stop` ends both. */
export async function startBrowser() {
  if (!(await buildWeb(process.execPath, tell))) throw new Error('the web client was not built')
  const { child, told } = await startHouse()
  const browser = await openBrowser('--disable-background-networking', '--no-first-run')
  return {
    browser,
    base: told.base,
    told,
    async stop() {
      await browser.close()
      child.disconnect()
    },
  }
}

/** Signs in to a demo account and leaves its page open on FinList. */
export async function signIn(context: BrowserContext, base: string, name: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${base}/finlist-hk`)
  await page.getByRole('button', { name: `${name}@demo.example` }).click()
  await page.locator('[data-code]').first().waitFor()
  return page
}

export async function slowDown(client: CDPSession, rate: number): Promise<void> {
  await client.send('Emulation.setCPUThrottlingRate', { rate })
}

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
