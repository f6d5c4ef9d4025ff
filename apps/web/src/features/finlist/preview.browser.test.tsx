import type { User } from '@finlist/contract/account/account'
import { marketOf } from '@finlist/domain/markets'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { pick } from '../../../test/picks.ts'
import { addressNow, show } from '../../../test/show.tsx'
import { queryClient } from '../../api/query-client.ts'
import { freePickOf } from './free-pick.ts'
import MaskedPreview from './MaskedPreview.tsx'

const newUser = {
  userId: 1,
  completeRegistration: true,
  name: 'New',
  nickname: 'New',
  email: 'new@demo.example',
  emailVerified: true,
  phoneNumber: '',
  language: null,
  risingPrices: null,
  startPage: null,
  referral: null,
  deletionAt: null,
  roles: [],
  rights: ['signed-in'],
  isNew: true,
} satisfies User

type Look = Parameters<typeof show>[1]

async function showPreview(total: number, look: Look = {}) {
  const free = { issueDate: '2026-07-17', total, stockList: [pick(0)] }
  queryClient.setQueryData(freePickOf('HKEX').queryKey, free)
  await show(<MaskedPreview market={marketOf('HKEX')} />, { texts: ['finlist'], ...look })
  await expect.element(page.getByRole('link', { name: 'Subscribe now' })).toBeVisible()
}

test.each([
  { total: 1, fillers: 0 },
  { total: 30, fillers: 29 },
  { total: 201, fillers: 200 },
  { total: 900, fillers: 200 },
])(
  'without the right, an issue of $total picks shows one pick and $fillers masked rows (FIN-28)',
  async ({ total, fillers }) => {
    await showPreview(total)
    expect(document.querySelectorAll('tbody[aria-hidden] tr')).toHaveLength(fillers)
    expect(document.querySelectorAll('[data-add]')).toHaveLength(0)
  },
)

test('on a phone, without the right to the list, one real card is followed by masked ones (FIN-10, 26, 27)', async () => {
  await showPreview(30, { screen: 'phone' })
  expect(document.querySelectorAll('ul[aria-hidden] li[data-code]')).toHaveLength(29)
  const real = document.querySelectorAll('ul:not([aria-hidden]) > li[data-code]')
  expect(real).toHaveLength(1)
  await userEvent.click(real[0]!)
  expect(page.getByRole('dialog').query()).toBeNull()
  await expect.element(page.getByRole('region', { name: 'You can see one pick from this issue' })).toHaveFocus()
})

test('the preview leads to the chart of its one pick, which ticks the first step (FIN-26)', async () => {
  const sent = answerCalls({
    'GET /users/user': () => ({ data: newUser }),
    'GET /users/user/first-steps': () => ({ data: { pick: false, alert: false, level: false } }),
    'POST /users/user/first-steps/pick': () => ({}),
  })
  await showPreview(30)
  await page.getByRole('link', { name: /^Chart of / }).click()
  await expect.poll(addressNow).toBe(`/interactive-chart?symbol=HKEX%3A${pick(0).stockCode}`)
  expect(page.getByRole('dialog').query()).toBeNull()
  const body = { exchange: 'HKEX', stockCode: pick(0).stockCode }
  await expect.poll(() => sent).toContainEqual({ call: 'POST /users/user/first-steps/pick', body })
})
