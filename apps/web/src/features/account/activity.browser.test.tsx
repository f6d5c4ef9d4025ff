import { type AccountEvent, accountActivity } from '@finlist/contract/account/account-activity'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import ActivityTab from './ActivityTab.tsx'

const sign = { kind: 'signed-in', detail: '', isNew: false, isThis: false, isLive: false } as const
const events: AccountEvent[] = [
  {
    ...sign,
    eventId: 3,
    at: '2026-07-17T09:30:00.000Z',
    browser: 'Chrome',
    system: 'Windows',
    place: 'Hong Kong, HK',
    isThis: true,
    isLive: true,
  },
  {
    ...sign,
    eventId: 2,
    kind: 'card-changed',
    at: '2026-07-16T02:00:00.000Z',
    browser: '',
    system: '',
    place: '',
    detail: '4242',
  },
  {
    ...sign,
    eventId: 1,
    at: '2026-07-15T02:00:00.000Z',
    browser: 'Safari',
    system: 'iPhone',
    place: '203.0.113.0/24',
    isNew: true,
  },
]

async function showActivity(look: Parameters<typeof show>[1] = {}) {
  const answers = answerCalls({
    'GET /users/user/activity': () => ({ data: events }),
    'POST /users/user/activity/1/not-me': () => ({ data: { next: null } }),
  })
  queryClient.setQueryData(callQuery(accountActivity).queryKey, events)
  const part = (
    <>
      <h1>Account</h1>
      <ActivityTab />
    </>
  )
  await show(part, { texts: ['account'], ...look })
  return answers
}

test('account activity lists what happened, where and when; the user can report events in other browsers that they did not cause', async () => {
  const sent = await showActivity()
  const lines = () => [...document.querySelectorAll('li')].map(({ innerText }) => innerText.split('\n'))
  await expect.poll(() => lines().length).toBe(3)
  expect(lines()[0]).toEqual(['Signed in This browser', '17 Jul 2026, 17:30', 'Chrome on Windows', 'Hong Kong, HK'])
  expect(lines()[1]).toEqual(expect.arrayContaining(['Card changed', '4242', "This wasn't me"]))
  expect(lines()[2]).toEqual(expect.arrayContaining(['Signed in New browser', 'Safari on iPhone', '203.0.113.0/24']))

  await page.getByRole('button', { name: "This wasn't me" }).last().click()
  const question = page.getByRole('alertdialog', { name: 'Secure your account?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([])
  await page.getByRole('button', { name: "This wasn't me" }).last().click()
  await question.getByRole('button', { name: 'Secure my account' }).click()
  await expect.element(page.getByText(/^All other devices are signed out/)).toBeVisible()
  expect(sent.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call)).toEqual([
    'POST /users/user/activity/1/not-me',
  ])
})

test.each(looks)('account activity has no accessibility violations and fits a narrow screen (%o)', async look => {
  await showActivity({ ...look, screen: 'narrow' })
  await expect.poll(() => document.querySelectorAll('li').length).toBe(3)
  await noViolations()
  expect(sticksOut()).toEqual([])
})
