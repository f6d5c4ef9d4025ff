import { user } from '@finlist/contract/account/account'
import { firstSteps } from '@finlist/contract/account/first-steps'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { addressNow, doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import DashboardScreen from '../../app/DashboardScreen.tsx'
import { noteOpenedPick } from '../../components/stock/note-opened-pick.ts'
import { StepList } from './FirstSteps.tsx'

type Look = Parameters<typeof show>[1]
const none = { pick: false, alert: false, level: false }
const me = {
  userId: 1,
  name: 'Chan Tai Man',
  email: 'chan@demo.example',
  roles: [],
  rights: ['signed-in'],
  isNew: true,
}
const withRights = (...rights: string[]) =>
  queryClient.setQueryData(callQuery(user).queryKey, { ...me, rights } as never)

async function showSteps(steps = none, look: Look = {}, ...rights: string[]) {
  queryClient.clear()
  withRights(...rights)
  await show(
    <>
      <h1>My Account</h1>
      <StepList steps={steps} />
    </>,
    { texts: ['first-steps'], ...look },
  )
}

async function showDashboard(steps: typeof none | null) {
  queryClient.clear()
  withRights('signed-in')
  const sent = answerCalls({
    'GET /users/user/first-steps': () => ({ data: steps }),
    'GET /users/user/given': () => ({ data: [] }),
    'GET /users/user/subscriptions': () => ({ data: { subscriptions: [], cardDetails: null, credit: 0 } }),
    'GET /subscriptions/products': () => ({ data: [] }),
    'POST /users/user/first-steps/dismiss': () => ({}),
  })
  await show(<DashboardScreen />, { texts: ['account', 'billing', 'dashboard'], path: '/dashboard' })
  await expect.element(page.getByText('Payments aren’t set up yet', { exact: false })).toBeVisible()
  return sent
}

for (const look of looks)
  test(`the first steps, in ${look.language}: nothing overflows, no accessibility violations`, async () => {
    await showSteps({ ...none, alert: true }, look)
    await expect.element(page.getByText(look.language === 'zh' ? '已完成 1／3' : '1 of 3 done')).toBeVisible()
    await noViolations()
    for (const screen of ['phone', 'narrow'] as const) {
      await showSteps({ ...none, alert: true }, { ...look, screen })
      if (screen === 'narrow') doubleText()
      expect([screen, sticksOut()]).toEqual([screen, []])
    }
  })

test('each first step leads to its page, and the pick to a list that the plan includes', async () => {
  const ways: [name: RegExp, address: string, ...rights: string[]][] = [
    [/open pick/, '/finlist-hk'],
    [/Open a pick/, '/finlist-jp', 'finlist:JP'],
    [/Set an alert/, '/alerts'],
    [/FinTrainer/, '/fintrainer'],
  ]
  for (const [name, address, ...rights] of ways) {
    await showSteps(none, {}, ...rights)
    await page.getByRole('link', { name }).click()
    await expect.poll(addressNow).toBe(address)
  }
})

test('My Account begins with the first steps of a new user, who can dismiss them', async () => {
  const sent = await showDashboard(none)
  await expect.element(page.getByRole('heading', { name: 'Your first steps' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your first steps' })).not.toBeInTheDocument()
  await expect.poll(() => sent.map(({ call }) => call)).toContain('POST /users/user/first-steps/dismiss')
})

test('My Account has no first steps once there are none to show', async () => {
  await showDashboard(null)
  expect(page.getByRole('heading', { name: 'Your first steps' }).query()).toBeNull()
})

test.each([
  { isNew: false, steps: none, reported: false },
  { isNew: true, steps: null, reported: false },
  { isNew: true, steps: { ...none, pick: true }, reported: false },
  { isNew: true, steps: none, reported: true },
])(
  'opening a pick is reported only by a new user whose step is open: $isNew, $steps',
  async ({ isNew, steps, reported }) => {
    queryClient.clear()
    queryClient.setQueryData(callQuery(user).queryKey, { ...me, isNew } as never)
    const sent = answerCalls({
      'GET /users/user/first-steps': () => ({ data: steps }),
      'POST /users/user/first-steps/pick': () => ({}),
    })
    await noteOpenedPick('HKEX', '0700')
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual(
      reported ? [{ call: 'POST /users/user/first-steps/pick', body: { exchange: 'HKEX', stockCode: '0700' } }] : [],
    )
    expect(queryClient.getQueryData(callQuery(firstSteps).queryKey)).toEqual(isNew ? steps : undefined)
  },
)
