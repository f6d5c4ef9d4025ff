import type { Customer } from '@finlist/contract/staff/customers'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../../test/network-edge.ts'
import { looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import ActionDialog from './ActionDialog.tsx'
import type { StaffAction } from './staff-action.ts'

const customer = {
  profile: { userId: 7, name: 'Ann Chan', email: 'ann@demo.example', blocked: false, onBoards: true },
  roles: [],
  subscriptions: [],
} as unknown as Customer

async function open(kind: Extract<StaffAction['kind'], 'export' | 'erase' | 'join' | 'boards'>, look = {}) {
  const said: string[] = []
  await show(
    <ActionDialog
      customer={customer}
      action={{ kind }}
      onClose={() => undefined}
      onDone={sentence => void said.push(sentence)}
    />,
    { texts: ['customers'], ...look },
  )
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return said
}

for (const look of looks)
  for (const kind of ['export', 'erase', 'join', 'boards'] as const)
    test(`${kind} fits a phone and has no accessibility fault, in ${look.language}`, async () => {
      await open(kind, { ...look, screen: 'phone' })
      expect(sticksOut()).toEqual([])
      await noViolations()
    })

test('a request for erasure records how the user was identified, and shows when the erasure takes place', async () => {
  const sent = answerCalls({
    'POST /admin/customers/:id/erase': () => ({ data: { erasesAt: '2026-07-24T04:00:00.000Z' } }),
  })
  const said = await open('erase')
  const send = page.getByRole('button', { name: 'Erase in seven days' })
  await page.getByRole('textbox', { name: /Reason/ }).fill('wrote a letter')
  await send.click()
  await expect.element(page.getByText(/^Please choose how you verified/)).toBeVisible()
  expect(sent).toEqual([])
  await page.getByRole('combobox').selectOptions('document')
  await page.getByLabelText('Requested on').fill('2026-07-10')
  await send.click()
  await expect.poll(() => said).toEqual([expect.stringContaining('Ann Chan will be erased on')])
  expect(sent[0]?.body).toEqual({ proof: 'document', askedOn: '2026-07-10', reason: 'wrote a letter' })
})

test('staff can remove a player from the leaderboards, with a reason', async () => {
  const sent = answerCalls({ 'POST /admin/customers/:id/game-boards': () => ({ data: { onBoards: false } }) })
  const said = await open('boards')
  await page.getByRole('textbox', { name: /Reason/ }).fill('a program played')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => said).toEqual(['Ann Chan was removed from FinTrainer’s leaderboards.'])
  expect(sent[0]?.body).toEqual({ onBoards: false, reason: 'a program played' })
})

test('staff can join two accounts by entering the other account’s number; a refusal is shown at that field', async () => {
  let isRefused = true
  const sent = answerCalls({
    'POST /admin/customers/:id/join': () =>
      isRefused
        ? { status: 409, errors: [{ message: 'Both accounts need the same address.', code: 'cannot_join' }] }
        : { data: { stays: 7 } },
  })
  const said = await open('join')
  await page.getByRole('textbox', { name: /Reason/ }).fill('the new issuer')
  await page.getByRole('textbox', { name: /User id/ }).fill('12')
  const send = page.getByRole('button', { name: 'Join', exact: true })
  await send.click()
  await expect.element(page.getByText('Both accounts need the same address.')).toBeVisible()
  isRefused = false
  await send.click()
  await expect.poll(() => said).toHaveLength(1)
  expect(sent.map(({ body }) => body)).toEqual(Array(2).fill({ otherUserId: 12, reason: 'the new issuer' }))
})
