import { user } from '@finlist/contract/account/account'
import { exchangeIds } from '@finlist/domain/markets'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { giveOperator, person } from '../../../test/billing.ts'
import { addressNow, doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { write } from '../../api/storage.ts'
import { Header } from './Header.tsx'

function giveWorld() {
  giveOperator()
  queryClient.setQueryData(callQuery(user).queryKey, person)
}

const headed = (
  <>
    <Header />
    <main>
      <h1>FinList</h1>
    </main>
  </>
)

for (const look of looks)
  test(`the bell leads to the inbox on a phone too, and nothing overflows the header, ${look.language}`, async () => {
    giveWorld()
    for (const screen of ['phone', 'narrow'] as const) {
      await show(headed, { ...look, screen, path: '/finlist-hk', isWhole: true })
      const bell = page.getByRole('link', { name: look.language === 'zh' ? '收件箱' : 'Inbox' })
      await expect.element(bell).toBeVisible()
      const { left, right } = document.querySelector('[aria-keyshortcuts]')!.parentElement!.getBoundingClientRect()
      expect(right - left).toBeGreaterThanOrEqual(44)
      if (screen === 'narrow') doubleText()
      expect([screen, sticksOut()]).toEqual([screen, []])
      await noViolations()
      await bell.click()
      await expect.poll(addressNow).toBe('/inbox')
    }
  })

test('the user menu leads to the inbox', async () => {
  giveWorld()
  await show(headed, { isWhole: true })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Inbox' }).click()
  await expect.poll(addressNow).toBe('/inbox')
})

test('an account that holds every market is never shown Subscribe, not even before its rights have loaded', async () => {
  const subscribe = page.getByRole('link', { name: 'Subscribe' })
  giveOperator()
  write('somethingToBuy', null)
  await show(headed, { isWhole: true })
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  expect(subscribe.elements()).toHaveLength(0)
  queryClient.setQueryData(callQuery(user).queryKey, { ...person, rights: [] })
  await expect.element(subscribe).toBeVisible()
  queryClient.setQueryData(callQuery(user).queryKey, {
    ...person,
    rights: exchangeIds.map(id => `finlist:${id}`),
  })
  await expect.poll(() => subscribe.elements()).toHaveLength(0)
  queryClient.removeQueries()
  await show(headed, { isWhole: true })
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  expect(document.querySelector('a[href="/subscribe"]')).toBe(null)
})
