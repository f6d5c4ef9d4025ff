import { expect, type Page, test } from '@playwright/test'
import { kept, listen, signIn } from '../accounts.ts'
import { openDesk } from '../staff.ts'
import { noViolations } from './accessibility.ts'

const panel = (page: Page) => page.getByRole('tabpanel')
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const cards = (page: Page) => panel(page).getByRole('list').getByRole('button')
const card = (page: Page) => page.getByRole('region', { name: 'Registration for the live club is open' })
const subscribe = 'Whoops! Seems like you need to subscribe to see this content.'

test('Education has five tabs with addresses; videos show picture, name and length, and a hosted video plays with captions (CORE-21, EDU-01, 02, 03, 04, 07, 09, 13, 21, 29)', {
  tag: '@core',
}, async ({ page }) => {
  const began = Date.now()
  const calls = listen(page)
  await signIn(page, 'hk-yearly', '/education')
  await expect(page.getByRole('heading', { level: 1, name: 'Education' })).toBeVisible()
  const names = ['Sunday Club', 'Education Video', 'Advanced Video', 'How to use our services', 'Patterns', 'Glossary']
  await expect(page.getByRole('tab')).toHaveText(names.map(name => new RegExp(`^${name}`)))
  await expect(cards(page).first()).toContainText(/Demo replay.*\d{4} · \d+ minutes?|Less than a minute/)
  const viewed = async () => ((await kept(page, 'pageLastViewed')) as { education: Record<string, string> }).education
  expect(Date.parse((await viewed())['sundayClub']!)).toBeGreaterThanOrEqual(began)
  expect((await viewed())['videos']).toBe('2021-09-01T00:00:00.000Z')

  await tab(page, 'Education Video').click()
  await expect(page).toHaveURL('/education?tab=videos')
  const lesson = cards(page).filter({ hasText: 'Cup with handle, bar by bar' })
  await expect(lesson).toContainText('1 minute')
  await expect(lesson.getByRole('presentation')).toBeVisible()
  await expect.poll(() => lesson.locator('img').evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
  await expect(panel(page)).toContainText(`Total videos: ${await cards(page).count()}`)
  expect(Date.parse((await viewed())['videos']!)).toBeGreaterThanOrEqual(began)
  await noViolations(page)

  await lesson.click()
  const player = page.getByRole('dialog', { name: 'Cup with handle, bar by bar' })
  const film = player.locator('video')
  await expect.poll(() => film.evaluate((it: HTMLVideoElement) => it.duration)).toBeGreaterThan(60)
  expect(calls.map(({ call }) => call)).toContain('GET /education/view-video/demo-cup-with-handle')
  await expect(film.locator('track')).toHaveCount(2)
  const left = await film.evaluate(async (it: HTMLVideoElement) => {
    it.muted = true
    it.currentTime = 30
    await it.play()
    it.pause()
    return Math.floor(it.currentTime)
  })
  expect(left).toBeGreaterThanOrEqual(30)
  await noViolations(page)
  await page.keyboard.press('Escape')
  await expect(player).toBeHidden()
  await expect(lesson).toBeFocused()
  await lesson.click()
  await expect.poll(() => film.evaluate((it: HTMLVideoElement) => Math.floor(it.currentTime))).toBe(left)
  await page.keyboard.press('Escape')

  await page.goto('/education?tab=advanced')
  await expect(tab(page, 'Advanced Video')).toHaveAttribute('aria-selected', 'true')
  await expect(cards(page).first()).toBeVisible()
})

test('Education names the videos that a plan does not include, and has a separate text for advanced videos (EDU-22, 23)', async ({
  page,
}) => {
  await signIn(page, 'hk-quarterly', '/education?tab=advanced')
  await expect(page.getByText('Whoops! This section is only available to annual plan subscribers.')).toBeVisible()
  await tab(page, 'Education Video').click()
  await expect(cards(page).first()).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, 'free', '/education')
  await expect(page.getByText(subscribe)).toBeVisible()
  await expect(panel(page).getByRole('link', { name: 'Subscribe now' })).toBeVisible()
  await tab(page, 'Education Video').click()
  await expect(page.getByText(subscribe)).toBeVisible()
})

test('Education shows eight placeholder cards while videos load, and an error with a retry button if they fail to load (EDU-14, 24, 28, I18N-07)', async ({
  page,
}) => {
  let answer: 'wait' | 'fail' | 'go' = 'wait'
  let release = () => {}
  await page.route('**/api/education/videos', async route => {
    if (answer === 'wait') await new Promise<void>(resolve => (release = resolve))
    if (answer === 'go') await route.continue()
    else await route.fulfill({ status: 500, json: { status: 'Error', errors: [] } })
  })
  await signIn(page, 'us-yearly', '/education?tab=videos')
  await expect(panel(page).getByRole('list', { name: 'Loading…' }).locator('> li')).toHaveCount(8)
  answer = 'fail'
  release()
  await expect(page.getByText('We cannot provide this information at the moment.')).toBeVisible()
  answer = 'go'
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page).first()).toBeVisible()
})

test('the live club’s card is shown from Saturday 08:00 to the end of Sunday in Hong Kong (EDU-10, 11)', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-07-18T07:58:00+08:00') })
  await signIn(page, 'hk-monthly', '/education')
  await expect(cards(page).first()).toBeVisible()
  await expect(card(page)).toBeHidden()
  await page.clock.fastForward('03:00')
  const way = card(page).getByRole('link', { name: 'Register' })
  await expect(way).toHaveAttribute('href', /^https:\/\//)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card(page).getByRole('button', { name: 'Remind me every week' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('sunday-club.ics')
  await page.clock.setSystemTime(new Date('2026-07-20T00:00:00+08:00'))
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await expect(card(page)).toBeHidden()
})

test('on a Sunday, users without the right to the live club do not see its card (EDU-12)', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-07-19T12:00:00+08:00') })
  const asked = page.waitForResponse('**/api/education/sunday-club/link')
  await signIn(page, 'us-yearly', '/education')
  expect((await asked).status()).toBe(403)
  await expect(page.getByText(subscribe)).toBeVisible()
  await expect(card(page)).toBeHidden()
})

test('the guide describes the services and draws four bases, each with a link to a chart that has one (EDU-05, 06)', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/education?tab=services')
  const guide = page.getByRole('article', { name: 'How to use our services' })
  await expect(guide.getByRole('heading', { level: 2 })).toHaveCount(10)
  await guide.getByRole('link', { name: 'Watchlists' }).click()
  await expect(page).toHaveURL(/#watchlist$/)
  await expect(guide.getByRole('heading', { name: 'Watchlists' })).toBeInViewport()
  await noViolations(page)

  await tab(page, 'Patterns').click()
  for (const name of ['Cup with handle', 'Cup without handle', 'Flat base', 'Double bottom']) {
    const part = page.getByRole('region', { name })
    const drawing = part.getByRole('img', { name: /^Drawing: / })
    await expect(drawing).toContainText('Base')
    await expect(drawing).toContainText('Pivot')
    await expect(drawing).toContainText('Buy point')
    await expect(part.getByRole('link', { name: /See one on a chart/ })).toHaveAttribute(
      'href',
      /^\/interactive-chart\?symbol=HKEX%3A\d{4}$/,
    )
  }
  await noViolations(page)
  const example = page.getByRole('region', { name: 'Double bottom' }).getByRole('link', { name: /See one/ })
  const code = /\d{4}/.exec(await example.innerText())![0]
  await example.click()
  await expect(page).toHaveURL(/\/interactive-chart\?symbol=HKEX/)
  await expect(page.getByRole('application', { name: new RegExp(code) })).toBeVisible()
})

test('a video that staff add is embedded from its video service, in a frame that the security policy allows (EDU-09, AMB-167)', async ({
  page,
}) => {
  const number = String(Date.now())
  const name = `Embedded ${number}`
  await signIn(page, 'staff', '/admin/upload?form=videos')
  await page.getByLabel('Videos file').setInputFiles({
    name: 'videos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `list,vimeoId,name,duration,date\nadvanced,https://vimeo.com/${number},${name},7300,2020-01-01\n`,
    ),
  })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Success! 1 record inserted')
  await page.getByRole('button', { name: 'OK' }).click()

  await page.route('https://player.vimeo.com/**', route => route.abort())
  await page.goto('/education?tab=advanced')
  await expect(cards(page).filter({ hasText: name })).toContainText('2 hours')
  const asked = page.waitForRequest(`https://player.vimeo.com/video/${number}`)
  const noted = page.waitForResponse(`**/api/education/view-video/${number}`)
  await cards(page).filter({ hasText: name }).click()
  const frame = page.getByRole('dialog', { name }).locator('iframe')
  await expect(frame).toHaveAttribute('src', `https://player.vimeo.com/video/${number}`)
  await asked
  expect((await noted).status()).toBe(200)
  const desk = await openDesk(page)
  await desk.ask('/admin/data/videos/upload', {
    method: 'POST',
    files: { videosCsv: `list,vimeoId,name,duration,date,hidden\nadvanced,${number},${name},7300,2020-01-01,True\n` },
  })
  await desk.leave()
})
