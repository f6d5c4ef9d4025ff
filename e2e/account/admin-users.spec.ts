import { expect, type Page, test } from '@playwright/test'
import { listen, signIn } from '../accounts.ts'
import { sticksOut } from '../sticks-out.ts'

const users = (page: Page) => page.getByRole('region', { name: 'Users' })
const rows = (page: Page) => users(page).getByRole('table').locator('tbody tr')
const row = (page: Page, email: string) => rows(page).filter({ hasText: email })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const show = (page: Page, badge: string) =>
  page.getByRole('group', { name: 'Show' }).getByText(badge, { exact: true }).click()

test('staff search, filter and page through all users, open a customer, and see the state of the installation on desktop and phone (CORE-32; USR-01 to 03, USR-05, 06)', async ({
  page,
}) => {
  await signIn(page, 'staff', '/education')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Admin User List' }).click()
  await expect(page).toHaveURL('/admin/user-list')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin User List')
  await expect(users(page).getByRole('status')).toHaveText(/^[\d,]+( of [\d,]+)? users$/)

  const search = page.getByRole('searchbox', { name: 'Search users' })
  await search.fill('hk-quarterly@')
  await expect(rows(page)).toHaveCount(1)
  await expect(users(page).getByRole('status')).toHaveText('1 user')
  await expect(rows(page)).toContainText(/PAID/)
  await expect(rows(page)).toContainText(/FinList HK \d+ \w+ 20\d\d – \d+ \w+ 20\d\d sub_\w+/)
  await expect(rows(page)).toContainText(/cus_\w+/)
  for (const [name, badge] of [
    ['affiliate@demo', 'FREE'],
    ['friend@demo', 'FRIEND'],
    ['admin@demo', 'ADMIN'],
  ] as const) {
    await search.fill(name)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(badge)
  }
  await search.fill('')
  await show(page, 'FRIEND')
  await expect(page).toHaveURL('/admin/user-list?filter=FRIEND')
  await expect(row(page, 'friend@demo.example')).toBeVisible()
  await expect(row(page, 'hk-quarterly@demo.example')).toHaveCount(0)
  await show(page, 'PAID')
  await expect(row(page, 'hk-quarterly@demo.example')).toBeVisible()
  await expect(row(page, 'friend@demo.example')).toHaveCount(0)
  await search.fill('nobody at all')
  await expect(users(page)).toContainText('No users match.')
  await page.getByRole('button', { name: 'Clear the search' }).click()

  await row(page, 'hk-quarterly@demo.example').getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/customers\?userId=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo HK Quarterly')

  await test.step('the pages of users are fetched in order from 0, and “load more” is shown until a page is empty', async () => {
    const calls = listen(page)
    await page.goto('/admin/user-list')
    await expect(rows(page).first()).toBeVisible()
    const more = page.getByRole('button', { name: 'Load more' })
    const asked = () =>
      calls
        .filter(({ call }) => /^GET \/admin\/users\/?$/.test(call))
        .map(({ url }) => Number(url.searchParams.get('page')))
    for (let pages = 1; await more.isVisible(); pages++) {
      const before = await rows(page).count()
      const answered = page.waitForResponse(answer => new URL(answer.url()).searchParams.get('page') === String(pages))
      await more.click()
      const { data } = (await (await answered).json()) as { data: { dataCount: number } }
      await expect(rows(page)).toHaveCount(before + data.dataCount)
      if (data.dataCount === 0) await expect(more).toBeHidden()
    }
    expect(asked()).toEqual(asked().map((_, n) => n))
    expect(asked().length).toBeGreaterThan(1)
    await expect(users(page).getByRole('status')).toHaveText(/^[\d,]+ users$/)
  })

  await test.step('jobs, data by market, mail, events and the server are shown, on a phone as well', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Overview' }).click()
    await expect(page).toHaveURL('/admin/overview')
    await expect(page.getByText(/^As at \d+ \w+ 20\d\d.*Hong Kong time$/)).toBeVisible()

    const jobs = part(page, 'Jobs')
    const purge = jobs.getByRole('row').filter({ hasText: 'Deleting expired data' })
    await expect(purge).toContainText(/Waiting\d+ \w+ 20\d\d, \d\d:\d\d\d+\.\d/)
    const prices = part(page, 'Data').getByRole('table', { name: 'Prices' })
    for (const market of ['Hong Kong', 'US', 'Japan', 'China A-shares', 'Taiwan'])
      await expect(prices.getByRole('row', { name: market })).toContainText(/\d+ \w+ 20\d\d/)
    await expect(part(page, 'Mail')).toContainText('Kept in the outbox')
    await expect(part(page, 'Payment provider events')).toContainText(/Last received\d+ \w+ 20\d\d/)
    await expect(part(page, 'Server')).toContainText(/PostgreSQL\d+/)
    await expect(part(page, 'Server')).toContainText('Received')

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(jobs.getByRole('listitem').filter({ hasText: 'Deleting expired data' })).toBeVisible()
    expect(await sticksOut(page)).toEqual([])
  })
})

test('a non-staff user who opens a staff page sees that it is for staff, and the server refuses its calls (GATE-29)', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/education')
  for (const { path, call, title } of [
    { path: '/admin/user-list', call: '/api/admin/users', title: 'Admin User List' },
    { path: '/admin/overview', call: '/api/admin/overview', title: 'Overview' },
  ]) {
    const refused = page.waitForResponse(answer => new URL(answer.url()).pathname.startsWith(call))
    await page.goto(path)
    expect((await refused).status()).toBe(403)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('alert')).toHaveText('Only staff can see this page.')
  }
})
