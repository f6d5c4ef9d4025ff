// Takes the pictures of the front page, as WebP files of at most 40 kB in apps/web/public/welcome, from a running demo:
// `node tools/run.mjs tools/pictures/welcome.ts http://127.0.0.1:4100`. Look at them before you commit them.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languageIds } from '@finlist/i18n/languages'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserLaunch } from '../browser-launch.ts'
import { root } from '../source-files.ts'

const base = process.argv[2] ?? 'http://127.0.0.1:4100'
const folder = join(root, 'apps/web/public/welcome')
const mostBytes = 40_000
const account = 'hk-yearly@demo.example'
const screens = { list: '/finlist-hk', chart: '/finlist-hk', markets: '/markettrend-hk' }
const sizes = { desktop: { width: 1200, height: 750 }, phone: { width: 390, height: 640 } }

/** Hides the note on test payments. */
const style = 'aside{display:none!important}'

const browser = await chromium.launch(browserLaunch)
await mkdir(folder, { recursive: true })
for (const language of languageIds)
  for (const theme of ['light', 'dark'] as const)
    for (const [size, viewport] of Object.entries(sizes)) {
      const scale = size === 'phone' ? 2 : 1
      const page = await browser.newPage({ viewport, colorScheme: theme, deviceScaleFactor: scale, bypassCSP: true })
      await signIn(page, language)
      for (const [screen, path] of Object.entries(screens)) {
        await page.goto(base + path)
        await page.addStyleTag({ content: style })
        await page.locator('[data-code], main table, main canvas').first().waitFor()
        if (screen === 'chart') {
          await page.locator('[data-code]').nth(2).locator('a').first().click()
          await page.locator('[role=dialog] canvas').first().waitFor()
        }
        await page.mouse.move(0, 0)
        await page.waitForTimeout(2_500)
        if (size === 'phone') await page.evaluate(markAsDemo)
        const picture = await compressed(browser, await page.screenshot())
        const name = `${screen}-${language}-${theme}-${size}.webp`
        await writeFile(join(folder, name), picture)
        console.log(`${name}: ${(picture.length / 1000).toFixed(1)} kB`)
      }
      await page.close()
    }
await browser.close()

async function signIn(page: Page, language: string) {
  await page.goto(`${base}/auth/login?lang=${language}&returnTo=/tools`)
  await page.locator(`button:has-text("${account}")`).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
}

/** Repeats the header's note that the data are invented, which phones have no room for. */
function markAsDemo() {
  const mark = document.createElement('p')
  mark.textContent = document.querySelector('.top-bar span[title]')!.textContent
  mark.style.cssText =
    'position:fixed;z-index:99;right:.75rem;bottom:5rem;margin:0;padding:.125rem .5rem;border:1px solid var(--edge);border-radius:4px;background:var(--raised);color:var(--ink);font-size:12px;font-weight:600'
  ;(document.querySelector('dialog[open]') ?? document.body).append(mark)
}

/** The picture as WebP, in the highest quality that is small enough. */
async function compressed(by: Browser, png: Buffer): Promise<Buffer> {
  const page = await by.newPage()
  const encode = async (quality: number) => {
    const url = await page.evaluate(
      async ([data, chosen]) => {
        const image = new Image()
        image.src = `data:image/png;base64,${data}`
        await image.decode()
        const canvas = new OffscreenCanvas(image.width, image.height)
        canvas.getContext('2d')!.drawImage(image, 0, 0)
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: chosen })
        return [...new Uint8Array(await blob.arrayBuffer())]
      },
      [png.toString('base64'), quality] as const,
    )
    return Buffer.from(url)
  }
  try {
    for (const quality of [0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]) {
      const picture = await encode(quality)
      if (picture.length <= mostBytes) return picture
    }
    throw new Error(`The picture does not fit into ${mostBytes} bytes`)
  } finally {
    await page.close()
  }
}
