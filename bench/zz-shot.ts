import { chromium } from '@playwright/test'

const [base, who, out, ...paths] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
const phone = process.env.PHONE === '1'
const context = await browser.newContext({
  viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
  colorScheme: process.env.DARK === '1' ? 'dark' : 'light',
  locale: process.env.ZH === '1' ? 'zh-HK' : 'en-GB',
  hasTouch: phone,
  isMobile: phone,
})
const page = who === '-' ? await context.newPage() : await enter()

async function enter() {
  const page = await context.newPage()
  await page.goto(`${base}/finlist-hk`)
  await page.getByRole('button', { name: `${who}@demo.example` }).click()
  await page.waitForTimeout(3000)
  return page
}
page.on('console', m => m.type() === 'error' && console.log('console', m.text().slice(0, 200)))
page.on('pageerror', e => console.log('pageerror', String(e).slice(0, 300)))
for (const [n, path] of paths.entries()) {
  await page.goto(base + path)
  await page.waitForTimeout(Number(process.env.WAIT ?? 2500))
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) console.log('WIDER', path, wide)
  const name = `/work/q/shots/${out}-${n}.png`
  await page.screenshot({ path: name, fullPage: process.env.FULL === '1' })
  console.log(name, path, await page.title())
}
await browser.close()
