import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { startHouse } from './cpu.ts'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const buildTool = new URL('../tools/web-build.mjs', import.meta.url)

/** The product with its built client, and a browser; `stop` ends both. */
export async function startBrowser() {
  build()
  const { child, told } = await startHouse()
  const executablePath = process.env['CHROMIUM_PATH'] ?? places.find(existsSync)
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
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

/** Signs a demo account in, and leaves its page at FinList. */
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

function build() {
  const script = `import { buildWeb } from '${fileURLToPath(buildTool)}'
    process.exit(buildWeb(process.execPath, { fact() {}, step: () => () => {} }) ? 0 : 1)`
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the web client was not built')
}
