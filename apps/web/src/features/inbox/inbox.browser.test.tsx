import { type InboxItem, inbox, unread } from '@finlist/contract/inbox'
import { currentMessages } from '@finlist/contract/messages'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { addressNow, doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { read } from '../../api/storage.ts'
import InboxScreen from './InboxScreen.tsx'
import { UnreadMark } from './UnreadMark.tsx'

type Look = Parameters<typeof show>[1]

const items: InboxItem[] = [
  {
    id: '31',
    kind: 'price-above',
    at: '2026-07-17T08:30:00.000Z',
    happenedOn: '2026-07-17',
    read: false,
    title: { en: '0700 Kestrel at or above HKD 320.00', zh: '0700 紅隼達到 HKD 320.00' },
    text: { en: 'The high of 17 July 2026 was 321.40.', zh: '2026年7月17日最高 321.40。' },
    link: '/interactive-chart?symbol=HKEX%3A0700',
  },
  {
    id: 's12',
    kind: 'system',
    at: '2026-07-17T01:00:00.000Z',
    happenedOn: '2026-07-17',
    read: false,
    title: { en: '', zh: '' },
    text: { en: 'Tokyo is closed on Monday.', zh: '東京星期一休市。' },
    link: '',
  },
  {
    id: '30',
    kind: 'billing',
    at: '2026-07-10T01:00:00.000Z',
    happenedOn: '2026-07-10',
    read: true,
    title: { en: 'The payment went through', zh: '付款成功' },
    text: { en: 'FinList HK, HKD 388.', zh: 'FinList HK，HKD 388。' },
    link: '/dashboard?tab=receipts',
  },
]

async function showInbox(look: Look = {}, came = items, shown = <InboxScreen />) {
  queryClient.setQueryData(callQuery(inbox).queryKey, {
    unread: came.filter(item => !item.read).length,
    items: came,
  })
  await show(
    <>
      <span className="relative block">
        Bell <UnreadMark at="bell" />
      </span>
      {shown}
    </>,
    { path: '/inbox', texts: ['inbox', 'notices'], ...look },
  )
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
}
const bell = () => page.getByText(/^Inbox: \d+ unread$/)

for (const look of looks)
  test(`notifications are grouped by day, in ${look.language}; nothing overflows`, async () => {
    await showInbox(look)
    const zh = look.language === 'zh'
    const days = page.getByRole('heading', { level: 2 })
    await expect
      .poll(() => days.elements().map(day => day.textContent))
      .toEqual(zh ? ['2026年7月17日', '2026年7月10日'] : ['17 July 2026', '10 July 2026'])
    const lines = page.getByRole('listitem')
    await expect
      .element(lines.nth(0))
      .toMatchTextContent(zh ? /紅隼.*321\.40.*提示 · 16:30/ : /Kestrel.*321\.40.*Alert · 16:30/)
    await noViolations()
    await showInbox({ ...look, screen: 'phone' })
    expect(sticksOut()).toEqual([])
    await showInbox({ ...look, screen: 'narrow' })
    doubleText()
    expect(sticksOut()).toEqual([])
  })

test('an item is marked as read by opening its link or by its button, and the bell’s count is updated', async () => {
  const left = [1, 0]
  const sent = answerCalls({ 'POST /inbox/read': () => ({ data: { unread: left.shift() ?? 0 } }) })
  await showInbox()
  await expect.element(bell()).toMatchTextContent('Inbox: 2 unread')
  await expect.element(page.getByText('3 items, 2 unread')).toBeVisible()
  const button = page.getByRole('button', { name: 'Mark as read Tokyo is closed on Monday.' })
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(bell()).toMatchTextContent('Inbox: 1 unread')
  // The focus stays in the row whose button has disappeared.
  await expect.poll(() => document.activeElement?.textContent).toMatch(/Tokyo/)
  await page.getByText('Unread only').click()
  await expect.poll(() => page.getByRole('listitem').elements()).toHaveLength(1)
  await page.getByRole('link', { name: /Kestrel/ }).click()
  await expect.poll(addressNow).toBe('/interactive-chart?symbol=HKEX%3A0700')
  await expect.poll(() => bell().elements()).toEqual([])
  await expect.element(page.getByText('No unread items.')).toBeVisible()
  await expect
    .poll(() => sent)
    .toEqual([
      { call: 'POST /inbox/read', body: { ids: ['s12'] } },
      { call: 'POST /inbox/read', body: { ids: ['31'] } },
    ])
})

test('all items can be marked as read in one step, and stay unread if the server refuses', async () => {
  let refuses = true
  const sent = answerCalls({
    'POST /inbox/read': () => (refuses ? { status: 500, errors: [] } : { data: { unread: 0 } }),
    'GET /inbox': () => ({ data: { unread: 2, items } }),
  })
  await showInbox()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(() => sent.map(({ call }) => call)).toEqual(['POST /inbox/read', 'GET /inbox'])
  await expect.element(page.getByText('3 items, 2 unread')).toBeVisible()
  refuses = false
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.element(page.getByText('3 items, 0 unread')).toBeVisible()
  await expect.poll(() => sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([{}, {}])
})

test('dismissed banners stay in the inbox as read items', async () => {
  const sent = answerCalls({ 'POST /inbox/read': () => ({ data: { unread: 1 } }) })
  queryClient.setQueryData([currentMessages.path], [{ systemMessageId: 12, message: items[1]!.text }])
  await showInbox()
  await page.getByRole('button', { name: 'Dismiss all banners' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Dismiss all banners' }).elements()).toEqual([])
  await expect.poll(() => document.activeElement?.id).toBe('page-title')
  await expect.poll(() => read('dismissedSystemMessages')).toEqual([12])
  await expect.element(page.getByText('Tokyo is closed on Monday.')).toBeVisible()
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ ids: ['s12'] }])
  await expect.element(bell()).toMatchTextContent('Inbox: 1 unread')
})

test('an empty inbox says what it is for', async () => {
  await showInbox({}, [])
  await expect.element(page.getByText(/^No notifications yet/)).toBeVisible()
  await expect.poll(() => queryClient.getQueryData([unread.path])).toEqual({ unread: 0 })
})

test('a notification sent late is under the day of its event, and shows when it was sent', async () => {
  const late = { ...items[0]!, id: '40', at: '2026-07-20T08:30:00.000Z', happenedOn: '2026-07-02' }
  await showInbox({}, [...items, late])
  const day = page.getByRole('region', { name: '2 July 2026' })
  await expect.element(day.getByText('Alert · notified on 20 Jul 2026')).toBeVisible()
})
