import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { noViolations, show, sticksOut } from '../../../test/show.tsx'
import { queryClient } from '../../api/query-client.ts'
import { useBanners } from '../../components/notices/system-messages.ts'
import Toasts from './Toasts.tsx'

const long =
  'The exchange is closed on Monday and on Tuesday because of a typhoon, and the list comes a day later.\nNothing else changes.'

function Shown() {
  const messages = useBanners()
  return (
    <>
      <h1>Education</h1>
      {messages.length > 0 && <Toasts messages={messages} />}
    </>
  )
}

async function showToasts(count: number, screen: 'phone' | 'desktop' | 'narrow') {
  answerCalls({ 'POST /inbox/read': () => ({ data: { unread: 0 } }) })
  queryClient.setQueryData(
    ['/status/messages'],
    Array.from({ length: count }, (_, at) => ({
      systemMessageId: count - at,
      message: { en: `${count - at}: ${long}`, zh: '休市' },
    })),
  )
  await show(<Shown />, { texts: ['notices'], screen })
  await expect.element(page.getByRole('region', { name: 'Messages' })).toBeVisible()
}
const height = () => page.getByRole('region', { name: 'Messages' }).element().getBoundingClientRect().height

test('on a phone messages take one line, however many and long, and lead to the inbox (NOTE-01, 02)', async () => {
  await showToasts(4, 'phone')
  expect(page.getByRole('listitem').elements()).toHaveLength(1)
  expect(height() / innerHeight).toBeLessThan(0.08)
  const all = page.getByRole('link', { name: 'All (4) in the inbox' })
  await expect.element(all).toHaveAttribute('href', '/inbox')
  await noViolations()
  const gotIt = page.getByRole('button', { name: 'Got it' })
  await gotIt.click()
  await expect.element(page.getByRole('listitem')).toMatchTextContent(/^3: /)
  await expect.element(gotIt).toHaveFocus()
  await gotIt.click()
  await gotIt.click()
  await expect.element(page.getByRole('link', { name: 'Read in the inbox' })).toBeVisible()
  await gotIt.click()
  expect(page.getByRole('region', { name: 'Messages' }).elements()).toEqual([])
})

test('messages at 320 px are not cut off', async () => {
  await showToasts(4, 'narrow')
  expect(sticksOut()).toEqual([])
})

test('on a desktop three messages are shown in full, and a link leads to the others in the inbox', async () => {
  await showToasts(5, 'desktop')
  expect(page.getByRole('listitem').elements()).toHaveLength(3)
  await expect.element(page.getByRole('listitem').nth(0)).toMatchTextContent('Nothing else changes.')
  await expect.element(page.getByRole('link', { name: '+2 more' })).toHaveAttribute('href', '/inbox')
})
