import { expect, type Page, test } from '@playwright/test'
import { kept, signIn } from '../accounts.ts'
import { noViolations } from './accessibility.ts'

const offer = (page: Page) => page.getByRole('region', { name: /Home screen|主畫面/ })

/** Fires the event by which a browser announces that it can install the app. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const prompt = () => {
      document.documentElement.dataset['prompted'] = 'yes'
      return Promise.resolve()
    }
    return dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })

test('the app suggests adding it to the home screen at most twice (PWA-02, AMB-202)', async ({ page }) => {
  await signIn(page, 'free', '/education')
  // The app suppresses the browser's own install prompt.
  expect(await offerInstall(page)).toBe(false)
  await expect(offer(page)).toContainText('Add FinList to your home screen')
  await noViolations(page)
  const [box, tabs] = [
    await offer(page).boundingBox(),
    await page.getByRole('navigation', { name: 'Tabs' }).boundingBox(),
  ]
  expect(box!.y + box!.height).toBeLessThanOrEqual(tabs!.y)
  // The page can be scrolled until its end is above the notice.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const end = await page.getByRole('contentinfo').boundingBox()
  expect(end!.y + end!.height).toBeLessThanOrEqual(box!.y)
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Watchlist' }).click()
  await expect(offer(page)).toBeVisible()
  await expect.poll(() => kept(page, 'a2hsPromptCount')).toBe(1)
  await offer(page).getByRole('button', { name: 'Not now' }).click()
  await expect(offer(page)).toBeHidden()

  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await offerInstall(page)
  await expect(offer(page)).toBeVisible()
  await expect.poll(() => kept(page, 'a2hsPromptCount')).toBe(2)

  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await offerInstall(page)
  await page.waitForLoadState('networkidle')
  await expect(offer(page)).toBeHidden()
  await expect.poll(() => kept(page, 'a2hsPromptCount')).toBe(2)
})

test('Install calls the browser’s prompt, and is not offered once the app is installed (PWA-01, 02)', async ({
  page,
}) => {
  await signIn(page, 'free', '/education')
  await offerInstall(page)
  await offer(page).getByRole('button', { name: 'Install' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-prompted', 'yes')
  await expect(offer(page)).toBeHidden()
  await page.addInitScript(() => {
    const real = matchMedia
    window.matchMedia = query => (query.includes('standalone') ? real.call(window, 'all') : real.call(window, query))
  })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await offerInstall(page)
  await page.waitForLoadState('networkidle')
  await expect(offer(page)).toBeHidden()
})

test('installation is not offered to a signed-out user', async ({ page }) => {
  await page.goto('/subscribe-verify')
  await page.getByText('Success').waitFor()
  await offerInstall(page)
  await page.waitForLoadState('networkidle')
  await expect(offer(page)).toBeHidden()
  await expect.poll(() => kept(page, 'a2hsPromptCount')).toBeNull()
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  })

  test('the app shows the installation steps at most twice, and has a splash image (PWA-01, 02, AMB-202)', async ({
    page,
  }) => {
    await signIn(page, 'free', '/education')
    await expect(offer(page).getByRole('listitem')).toHaveText(['Tap Share in the browser', /Add to Home Screen/])
    await noViolations(page)
    await expect(page.locator('link[rel=apple-touch-startup-image][media*=portrait]')).toHaveAttribute(
      'href',
      /^data:image\/png;base64,.{500}/,
    )
    await offer(page).getByRole('button', { name: 'Got it' }).click()
    await page.evaluate(() => localStorage.setItem('language', 'zh'))
    await page.reload()
    await expect(offer(page).getByRole('listitem')).toHaveText([/分享/, /加入主畫面/])
    await expect.poll(() => kept(page, 'a2hsPromptCount')).toBe(2)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expect(offer(page)).toBeHidden()
    await expect.poll(() => kept(page, 'a2hsPromptCount')).toBe(2)
  })
})

test('a new version is offered and installed only when the user accepts it', async ({ page }) => {
  // A waiting service worker, in the state that the browser reports after a new version is published.
  await page.addInitScript(() => {
    const scriptURL = `${location.origin}/sw.js`
    const active = Object.assign(new EventTarget(), { scriptURL, state: 'activated' })
    const waiting = Object.assign(new EventTarget(), {
      scriptURL,
      state: 'installed',
      postMessage() {
        container.controller = waiting
        container.dispatchEvent(new Event('controllerchange'))
      },
    })
    const registration = Object.assign(new EventTarget(), { active, waiting, installing: null, update: async () => {} })
    const container = Object.assign(new EventTarget(), {
      controller: active as EventTarget,
      ready: Promise.resolve(registration),
      register: () => Promise.resolve(registration),
    })
    Object.defineProperty(navigator, 'serviceWorker', { value: container })
  })
  await signIn(page, 'free', '/education')
  const bar = page.getByRole('region', { name: 'A new version is ready' })
  await expect(bar).toBeVisible()
  await noViolations(page)
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Watchlist' }).click()
  await bar.getByRole('button', { name: 'Later' }).click()
  await expect(bar).toBeHidden()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(bar).toBeVisible()
  const loaded = page.waitForEvent('load')
  await bar.getByRole('button', { name: 'Update' }).click()
  await loaded
  await expect(page).toHaveURL('/watchlist')
})

test('the update dots on the tabs are those of the current market (NOTE-07, 08)', async ({ page }) => {
  await signIn(page, 'free', '/watchlist')
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  const dot = (name: string) => tabs.getByRole('link', { name }).getByRole('img', { name: 'New' })
  for (const name of ['FinList', 'Trend', 'Education']) await expect(dot(name)).toBeVisible()
  await expect(dot('Watchlist')).toBeHidden()
  await noViolations(page)
  for (const name of ['FinList', 'Trend', 'Education']) {
    await tabs.getByRole('link', { name }).click()
    if (name === 'Education') await page.getByRole('tab', { name: 'Education Video' }).click()
    await expect(dot(name)).toBeHidden()
  }
  await tabs.getByRole('link', { name: 'FinList' }).click()
  await page.getByRole('combobox', { name: 'Market' }).selectOption({ label: 'Japan' })
  await expect(page).toHaveURL('/finlist-jp')
  await expect(dot('FinList')).toBeHidden()
  await expect(dot('Trend')).toBeVisible()
})
