import { chromium } from '@playwright/test'
import { signInByApi } from './e2e/accounts.ts'
const base = process.env.BASE ?? 'http://127.0.0.1:4300'
const [,, out, who, ...list] = process.argv
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
for (const spec of list) {
  const [path, lang, theme, size, act] = spec.split('|')
  const phone = size === 'phone'
  const context = await browser.newContext({ viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 }, isMobile: phone, hasTouch: phone, deviceScaleFactor: phone ? 2 : 1, colorScheme: theme as 'light', locale: lang === 'zh' ? 'zh-HK' : 'en-GB', baseURL: base })
  const page = await context.newPage()
  await page.addInitScript(`if (!sessionStorage.getItem('x')) { sessionStorage.setItem('x','1') }`)
  if (who !== 'nobody') await signInByApi(page.request, who!)
  await page.goto(base + path, { waitUntil: 'load' })
  await page.waitForTimeout(Number(process.env.WAIT ?? 9000))
  if (act) { try { for (const one of act.split(';')) { await page.locator(one).first().click({ timeout: 8000 }); await page.waitForTimeout(2500) } } catch (e) { console.log(String(e).slice(0, 200)) } }
  const name = `${out}-${who}-${path!.replace(/[^a-z]/g, '')}-${lang}-${theme}-${size}.png`
  await page.screenshot({ path: name, fullPage: process.env.FULL === '1' })
  console.log(name)
  await context.close()
}
await browser.close()
