import { expect, test } from '@playwright/test'
import { signIn } from '../accounts.ts'

test('no token appears in a page’s storage, address or log', async ({ page, context }) => {
  const tokens: string[] = []
  const addresses: string[] = []
  const said: string[] = []
  page.on('request', request => addresses.push(request.url()))
  page.on('console', message => said.push(message.text()))
  page.on('response', async response => {
    if (new URL(response.url()).pathname !== '/auth/token' || !response.ok()) return
    tokens.push(((await response.json()) as { accessToken: string }).accessToken)
  })
  await signIn(page, 'hk-yearly', '/finlist-hk')
  await expect(page.locator('tr[data-code]').first()).toBeVisible()
  for (const path of ['/dashboard', '/interactive-chart']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  expect(tokens.length).toBeGreaterThan(0)
  const kept = await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const cached = await Promise.all(
      (await caches.keys()).map(async key => (await (await caches.open(key)).keys()).map(({ url }) => url)),
    )
    return JSON.stringify([localStorage, sessionStorage, document.cookie, databases, cached])
  })
  expect(kept).toContain('deviceKey')
  const told = [kept, ...addresses, ...said].join('\n')
  for (const token of tokens) {
    expect(token.length).toBeGreaterThan(100)
    for (const part of token.split('.')) expect(told).not.toContain(part)
  }
  expect(kept).not.toContain('/api/')
  expect(await page.evaluate(() => document.cookie)).toBe('')
  for (const { name, value, httpOnly, sameSite } of await context.cookies()) {
    expect({ name, httpOnly, isStrict: sameSite !== 'None' }).toEqual({ name, httpOnly: true, isStrict: true })
    expect(told).not.toContain(value)
  }
})
