import { gzipSync } from 'node:zlib'
import { expect, type Request, test } from '@playwright/test'
import { untilQuiet, watchQuiet } from '../../tools/quiet.ts'
import { kept, saving, signIn } from '../accounts.ts'

const gated = [
  '/', '/finlist-hk', '/finder-hk', '/markettrend-hk', '/markettrend-us', '/markettrend-jp', '/markettrend-cn', '/markettrend-tw',
  '/top-shareholding-change', '/market-movers-hk', '/market-movers-plus-hk', '/stock-news-hk', '/finlist-us', '/finlist-jp',
  '/finlist-cn', '/finlist-tw', '/interactive-chart', '/fintrainer', '/watchlist', '/inbox', '/alerts', '/education', '/subscribe', '/dashboard',
  '/complete-registration', '/faq', '/tools', '/screener', '/screener/map', '/practice/simulator', '/affiliates', '/admin/affiliates', '/admin/upload',
  '/admin/user-list',
] // biome-ignore format: a list

test('every route except /subscribe-verify and the public ones requires sign-in (CORE-33, 23)', async ({
  page,
  context,
}) => {
  for (const path of gated) {
    const tab = await context.newPage()
    await tab.goto(path)
    await expect(tab.getByRole('heading', { name: 'Sign in' }), path).toBeVisible()
    await tab.close()
  }
  await page.goto('/subscribe-verify')
  await expect(page.getByText('Success')).toBeVisible()
  await page.goto('/method')
  await expect(page.getByRole('heading', { name: 'The published method' })).toBeVisible()
  await page.getByRole('button', { name: '繁體中文' }).click()
  await expect(page.getByRole('heading', { name: '公開的方法' })).toBeVisible()
  await page.goto('/verify')
  await expect(page.getByRole('heading', { name: '檢查紀錄' })).toBeVisible()
  await page.goto('/track-record-jp')
  await expect(page.getByRole('heading', { name: '日本名單往績' })).toBeVisible()
})

test('a public page is in the app’s frame for a signed-in user, and in the public one once the session has ended', async ({
  page,
  context,
}) => {
  await signIn(page, 'free', '/tools')
  await page.goto('/method')
  const heading = page.getByRole('heading', { name: 'The published method' })
  const signUp = page.getByRole('link', { name: 'Create a free account' })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await expect(signUp).toHaveCount(0)
  await context.clearCookies()
  await page.goto('/method')
  await expect(signUp).toBeVisible()
  await expect(heading).toBeVisible()
  await expect(page).toHaveURL('/method')
  await signUp.click()
  await expect(page).toHaveURL(/\/create$/)
})

const titles: Record<string, string> = {
  '/': 'FinList Hong Kong',
  ...Object.fromEntries(
    Object.entries({ hk: 'Hong Kong', us: 'US', jp: 'Japan', cn: 'China A-shares', tw: 'Taiwan' }).flatMap(
      ([market, name]) => [
        [`/finlist-${market}`, `FinList ${name}`],
        [`/markettrend-${market}`, `Market Indicators ${name}`],
      ],
    ),
  ),
  '/finder-hk': 'Finder',
  '/top-shareholding-change': 'Shareholding Changes',
  '/market-movers-hk': 'Market Movers',
  '/market-movers-plus-hk': 'Market Movers',
  '/stock-news-hk': 'Profit alerts',
  '/interactive-chart': 'Interactive Chart',
  '/fintrainer': 'FinTrainer',
  '/watchlist': 'Watchlists',
  '/inbox': 'Inbox',
  '/alerts': 'Alerts',
  '/education': 'Education',
  '/subscribe': 'Get More Tools',
  '/dashboard': 'My Account',
  '/faq': 'FAQ',
  '/tools': 'More Tools',
  '/screener': 'Screener',
  '/screener/map': 'Market Map',
  '/practice/simulator': 'Simulator',
  '/affiliates': 'Affiliates',
  '/admin/affiliates': 'Affiliates Management',
  '/admin/upload': 'Admin Data Upload',
  '/admin/user-list': 'Admin User List',
}

test('every route from sign-in to staff pages shows its screen; an unknown route shows “Page not found” with a link to the start page (CORE-11, 12, 13, 17, 18, 19, 20, 22, 24, 26, 27, 28, 29, 30, 32, 35, 36, I18N-10)', {
  tag: '@core',
}, async ({ page }) => {
  await signIn(page, 'staff', '/tools')
  expect(Object.keys(titles).toSorted()).toEqual(gated.filter(path => path !== '/complete-registration').toSorted())
  let before = ''
  for (const [path, title] of Object.entries(titles)) {
    expect([path, (await page.request.get(path)).status()]).toEqual([path, 200])
    // Navigates within the app. If the heading would not change, loads the page instead.
    if (title === before) await page.goto(path)
    else
      await page.evaluate(to => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
    before = title
    await expect(page.getByRole('heading', { level: 1 }), path).toContainText(title)
    expect(await page.title()).toContain('FinList')
  }
  for (const path of ['/nope', '/finder-us', '/a/b/c']) {
    // Fetched outside the page, because the service worker would respond with the app's cached page.
    const answer = await page.request.get(path)
    expect([path, answer.status()]).toEqual([path, 404])
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
    await page.getByRole('main').getByRole('link').click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'FinList: go to the start page' })).toBeVisible()
  }
})

test('the header has a logo, a yellow Subscribe button and a user menu (CORE-37, 38, 39)', async ({ page }) => {
  await signIn(page, 'free')
  await expect(page.getByRole('link', { name: 'FinList: go to the start page' })).toBeVisible()
  const subscribe = page.getByRole('banner').getByRole('link', { name: 'Subscribe' })
  const colour = await subscribe.evaluate(element => getComputedStyle(element).backgroundColor)
  expect(
    await page.evaluate(value => {
      const canvas = document.createElement('canvas').getContext('2d')!
      canvas.fillStyle = value
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
      return red > 220 && green > 180 && blue < 120
    }, colour),
  ).toBe(true)
  await subscribe.click()
  await expect(page).toHaveURL('/subscribe')
  await page.getByRole('button', { name: 'Account menu' }).click()
  const items = page.getByRole('menuitem')
  await expect(items.filter({ hasText: 'My Account' })).toBeVisible()
  await expect(items.filter({ hasText: 'FAQ' })).toBeVisible()
  await expect(items.filter({ hasText: 'Logout' })).toBeVisible()
  await expect(items.filter({ hasText: 'Subscribe' })).toBeHidden()
  await items.filter({ hasText: 'My Account' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('the sidebar has its groups and entries in order, both collapsed and expanded (CORE-42, 43, 44, 45)', async ({
  page,
}) => {
  await signIn(page, 'hk-monthly')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const links = () => nav.getByRole('link').allInnerTexts()
  expect(await links()).toEqual([
    'FinList', 'Market Indicators', 'Shareholding Changes', 'Market Movers', 'Movers Plus', 'Profit alerts',
    'Today', 'Interactive Chart', 'FinTrainer', 'Watchlists', 'Education',
  ]) // biome-ignore format: a list
  expect(await nav.getByRole('button').allInnerTexts()).toEqual([
    'HK\nHong Kong',
    'US\nUS',
    'JP\nJapan',
    'CN\nChina A-shares',
    'TW\nTaiwan',
  ])
  for (const [market, suffix] of [
    ['US', 'us'],
    ['Japan', 'jp'],
    ['China A-shares', 'cn'],
    ['Taiwan', 'tw'],
  ] as const) {
    await nav.getByRole('button', { name: market }).click()
    await expect(nav.locator(`a[href="/finlist-${suffix}"]`)).toBeVisible()
    await expect(nav.locator(`a[href="/markettrend-${suffix}"]`)).toBeVisible()
  }
  await nav.getByRole('link', { name: 'Education' }).click()
  await expect(page).toHaveURL('/education')
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await expect.poll(async () => (await page.locator('#sidebar').boundingBox())?.width).toBeLessThan(64)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible()
})

test('the footer has six of the operator’s links and the current year (CORE-06, 46, 47)', async ({ page }) => {
  await page.clock.install({ time: new Date('2031-03-01T04:00:00Z') })
  await signIn(page, 'free')
  const links = page.locator('#sidebar nav[aria-label=About] a, #sidebar a[href^="http"], #sidebar a[href^="mailto"]')
  const hrefs = () => links.evaluateAll(all => [...new Set(all.map(link => link.getAttribute('href')))])
  await expect
    .poll(hrefs)
    .toEqual(
      expect.arrayContaining([
        'https://finlist.example/',
        'https://social.example/finlist',
        'https://wa.me/85251234567',
        'mailto:service@finlist.example',
      ]),
    )
  await expect(page.locator('#sidebar')).toContainText('2031')
  await expect(page.getByText('Educational and broadcast only. No buy or sell signals.')).toBeVisible()
  await page.getByRole('button', { name: 'Terms of use' }).click()
  await expect(page.getByRole('dialog')).toContainText('may not be shared')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Privacy notice' }).click()
  await expect(page.getByRole('dialog')).toContainText('What we store')
})

test('the Genuine badge is next to every FinList title (CORE-41)', async ({ page }) => {
  await signIn(page, 'friend')
  for (const market of ['hk', 'us', 'jp', 'cn', 'tw']) {
    await page.goto(`/finlist-${market}`)
    await expect(page.getByRole('main').getByText('Genuine')).toBeVisible()
  }
})

test('the chosen language, English or Chinese, applies on every page and is remembered (CORE-01, I18N-01, 02, 03)', {
  tag: '@core',
}, async ({ page }) => {
  await signIn(page, 'hk-quarterly', '/dashboard?tab=preferences')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await saving(page, () => page.getByRole('main').getByText('繁體中文').click())
  await expect(page.getByRole('heading', { name: '我的帳戶' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
  await page.reload()
  await expect(page.getByRole('heading', { name: '我的帳戶' })).toBeVisible()
  await page.goto('/education')
  const words = await page.locator('body').innerText()
  expect(
    words.replace(/FinList|FinTrainer|Sunday Club|FAQ|HK|US|JP|CN|TW|Website|WhatsApp|service@finlist\.example|©/g, ''),
  ).not.toMatch(/[A-Za-z]{5,}/)
  await expect.poll(() => kept(page, 'language')).toBe('zh')
})

test('the chosen theme, light or dark, is remembered, and the other one never flashes up first', {
  tag: '@core',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, 'free', '/dashboard?tab=preferences')
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await paper()
  await page.getByRole('main').getByText('Dark', { exact: true }).click()
  const dark = await paper()
  expect(dark).not.toBe(light)
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.body)
  expect(await paper()).toBe(dark)
})

test('the skip link, the menu and the menu’s groups can be reached by keyboard', { tag: '@core' }, async ({ page }) => {
  await signIn(page, 'free')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveAttribute('href', '#content')
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  await page.getByRole('button', { name: 'Account menu' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused()
})

/** The path of a script, and its gzipped size in bytes. */
async function sizeOf(request: Request): Promise<[string, number]> {
  const body = await (await request.response())!.body()
  return [new URL(request.url()).pathname, gzipSync(body, { level: 9 }).length]
}

test('the app’s frame for a signed-in user needs at most 130 kB of gzipped JavaScript', async ({ page, context }) => {
  await signIn(page, 'free', '/tools')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const scriptsOf = async (path: string) => {
    const first = await context.newPage()
    const sent: Request[] = []
    first.on('request', request => sent.push(request))
    await watchQuiet(first)
    await first.goto(path)
    const { early, asking } = await untilQuiet(first, sent)
    expect(asking).toEqual([])
    const scripts = early.filter(request => new URL(request.url()).pathname.endsWith('.js'))
    const found = new Map(await Promise.all(scripts.map(sizeOf)))
    const inline = await first.evaluate(() => [...document.scripts].map(({ text }) => text).join(''))
    found.set('within the page', gzipSync(inline, { level: 9 }).length)
    await first.close()
    return found
  }
  // Scripts that two unrelated screens both load are part of the app's frame.
  const other = await scriptsOf('/stock-news-hk')
  const each = [...(await scriptsOf('/tools'))].filter(([name]) => other.has(name))
  const total = each.reduce((sum, [, size]) => sum + size, 0)
  console.log(
    `initial JS ${(total / 1000).toFixed(1)} kB gzip: ${each.map(([name, size]) => `${name} ${size}`).join(', ')}`,
  )
  expect(total).toBeLessThanOrEqual(130_000)
})

test('the inbox bell makes no request until the page is idle, loads at most 2 kB and shifts nothing', async ({
  page,
}) => {
  await signIn(page, 'free', '/tools')
  await watchQuiet(page)
  const sent: Request[] = []
  page.on('request', request => sent.push(request))
  await page.goto('/tools')
  const bell = page.getByRole('banner').getByRole('link', { name: 'Inbox' })
  await expect(bell).toBeVisible()
  const { early, asking } = await untilQuiet(page, sent)
  expect(asking).toEqual([])
  const pathOf = (request: Request) => new URL(request.url()).pathname
  const ofBell = () => sent.filter(request => /^\/assets\/polls-|^\/api\/inbox/.test(pathOf(request)))
  await expect
    .poll(() => ofBell().map(request => pathOf(request).replace(/-.*/, '')))
    .toEqual(['/assets/polls', '/api/inbox/unread'])
  expect(early.filter(request => ofBell().includes(request))).toEqual([])
  const [, bytes] = await sizeOf(ofBell()[0]!)
  console.log(`the bell, with all that is polled: ${bytes} bytes gzip`)
  expect(bytes).toBeLessThanOrEqual(2_000)
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.001)
})

test('search and its shortcuts work while the page waits for data; deferred code loads only once the page is idle', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/tools')
  let go = () => {}
  const held = new Promise<void>(resolve => (go = resolve))
  await page.route('**/api/alerts', async route => {
    await held
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto('/alerts')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Search' })).toBeVisible()
  for (const keys of ['Control+k', '/']) {
    const field = page.getByRole('combobox', { name: 'Stock, list, page, question or action' })
    await page.keyboard.press(keys)
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    // A shortcut does nothing while the dialog is still closing.
    await expect(field).toHaveCount(0)
  }
  const isLate = (path: string) => /^\/assets\/Late-|^\/api\/(inbox\/unread|status\/last-updated)/.test(path)
  await expect.poll(() => asked).toContain('/api/alerts')
  expect(asked.filter(isLate)).toEqual([])
  go()
  await expect.poll(() => asked.filter(isLate).length).toBeGreaterThanOrEqual(3)
})

test('hovering or focusing a link loads the code of its screen but none of its data', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/faq')
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const code = (name: string) => asked.filter(path => path.startsWith(`/assets/${name}-`)).length
  const link = (path: string) => page.locator(`#sidebar a[href="${path}"]`)
  await link('/watchlist').hover()
  await expect.poll(() => code('WatchlistScreen')).toBe(1)
  await link('/education').focus()
  await expect.poll(() => code('EducationScreen')).toBe(1)
  await page.waitForLoadState('networkidle')
  expect(asked.filter(path => /watchlist\/user|education/.test(path) && path.startsWith('/api/'))).toEqual([])
  await link('/watchlist').click()
  await expect(page.getByRole('heading', { name: 'Watchlists', level: 1 })).toBeVisible()
  await expect.poll(() => asked).toContain('/api/watchlist/user')
  expect(code('WatchlistScreen')).toBe(1)
})
